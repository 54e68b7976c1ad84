import { isJsonObject, type JsonValue } from '../../../shared/model/json.ts';

/** @returns the value at `a.b[0].c`, undefined when any step is missing */
export function resolvePath(value: JsonValue, path: string): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of path.matchAll(/\[(\d+)\]|([^.[\]]+)/gu)) {
    const [, index, key] = step;
    if (index !== undefined) at = Array.isArray(at) ? (at as readonly JsonValue[])[Number(index)] : undefined;
    else at = isJsonObject(at) && key !== undefined && Object.hasOwn(at, key) ? at[key] : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}
