import { scanJson } from './json-scan.ts';

/**
 * Finds JSON behind a log prefix: an object that ends with the line, or one that is opened at the end of the line and
 * goes on below.
 *
 * @param text one trimmed line
 */
export function jsonBehindPrefix(text: string): { readonly prefix: string; readonly rest: string } | null {
  let at = text.indexOf('{', 1);
  for (let tries = 0; at !== -1 && tries < 8; tries += 1) {
    const rest = text.slice(at);
    const scan = scanJson(rest);
    const whole = scan.status === 'complete' && rest.slice(scan.end).trim() === '' && scan.pairs > 0;
    if (whole || (scan.status === 'incomplete' && rest === '{')) return { prefix: text.slice(0, at).trim(), rest };
    at = text.indexOf('{', at + 1);
  }
  return null;
}
