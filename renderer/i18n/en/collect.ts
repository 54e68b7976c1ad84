export const collect = {} as const;
