/** Time and ids are passed in, so that tests fix them. */
export type Clock = { readonly now: () => number };
export const systemClock: Clock = { now: () => Date.now() };
