/** Calls of one session that may be under way at once. */
export const MAX_IN_FLIGHT = 64;
/** A message's JSON may not be longer; a pasted record of 4 MB in a script of 3-byte characters still fits. */
export const MAX_MESSAGE_CHARS = 8 * 1024 * 1024;
