import { uuidv7 } from 'uuidv7';

/** For actions, reviews and people only; sources, samples and attempts are named by content. */
export type Ids = { readonly uuid: () => string };
export const systemIds: Ids = { uuid: () => uuidv7() };
