import type { JsonValue } from '../../../../shared/model/json.ts';
import { parseJsonText } from './json-parse.ts';

export type ToolArgs = { readonly argsText: string; readonly args?: JsonValue; readonly argsError?: string };

const NOT_JSON = 'The arguments are not valid JSON.';
const MAX_ROUNDS = 3;

/**
 * Reads a call's arguments as logs hold them: JSON text, text encoded twice or thrice, or an object a logger parsed
 * already. All of them give equal `args`. No text at all is `{}`; a text that is not JSON is an error, never `{}`.
 */
export function readToolArgs(raw: JsonValue | undefined): ToolArgs {
  if (raw === undefined || raw === null) return { argsText: '', args: {} };
  if (typeof raw !== 'string') return { argsText: JSON.stringify(raw), args: raw };
  if (raw.trim() === '') return { argsText: raw, args: {} };
  let value = parseJsonText(raw);
  if (value === undefined) return { argsText: raw, argsError: NOT_JSON };
  for (let round = 1; round < MAX_ROUNDS && typeof value === 'string'; round += 1) {
    if (value.trim() === '') return { argsText: raw, args: {} };
    value = parseJsonText(value);
    if (value === undefined) return { argsText: raw, argsError: NOT_JSON };
  }
  return { argsText: raw, args: value };
}
