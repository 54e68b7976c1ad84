/**
 * Guesses from a tool result's text whether the call failed. The chat form has no flag for it, so this is a guess and is
 * shown as one: text that begins as error messages and tracebacks do, or JSON whose first field is a filled `error`.
 */
export function looksLikeError(text: string): boolean {
  const start = text.slice(0, 200).trimStart();
  if (/^(?:error|exception|fatal error)\b\s*[:(\d]/i.test(start)) return true;
  if (/^traceback \(most recent call last\)/i.test(start)) return true;
  if (/^[A-Za-z_.]{1,60}(?:Error|Exception): /.test(start)) return true;
  return /^\{\s*"error"\s*:\s*(?=\S)(?!null|false|""|\{\s*\}|\[\s*\])/.test(start);
}
