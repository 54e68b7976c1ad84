export const graders = {} as const;
