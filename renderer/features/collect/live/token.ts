const HIDDEN = '\u2022'.repeat(4);

/** @returns the text with the token behind dots, so that it is in no picture of the screen */
export function withoutToken(text: string, token: string | null): string {
  return token === null || token === '' ? text : text.replaceAll(token, HIDDEN);
}
