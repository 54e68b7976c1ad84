export const split = {} as const;
