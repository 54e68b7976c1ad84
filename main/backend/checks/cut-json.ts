/** How JSON begins; other texts that begin with a brace or a bracket are prose. */
const BEGIN = /^\s*(?:\{\s*(?:"|$)|\[\s*(?:[[{"\d-]|true|false|null|$))/u;

/**
 * @returns whether a text begins as JSON and ends within it: in a string, or with braces or brackets open. A text that goes
 *   on after its JSON, or whose brackets do not pair, is something else.
 */
export function isCutJson(text: string): boolean {
  if (!BEGIN.test(text)) return false;
  const open: string[] = [];
  // Jumps from sign to sign, so that long strings cost little.
  const signs = /["{}[\]]/gu;
  for (let match = signs.exec(text); match !== null; match = signs.exec(text)) {
    const sign = match[0];
    if (sign === '"') {
      const end = endOfString(text, match.index + 1);
      if (end === -1) return true;
      signs.lastIndex = end;
    } else if (sign === '{' || sign === '[') open.push(sign);
    else if (open.pop() !== (sign === '}' ? '{' : '[') || open.length === 0) return false;
  }
  return open.length > 0;
}

/** @returns where the string that is read ends, -1 when it does not */
function endOfString(text: string, from: number): number {
  for (let at = from; ;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return -1;
    let slashes = 0;
    while (quote - 1 - slashes >= from && text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
