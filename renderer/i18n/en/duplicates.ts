export const duplicates = {} as const;
