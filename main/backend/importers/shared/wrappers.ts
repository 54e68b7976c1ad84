/** Fields in which exports keep their list of records. */
const WRAPPERS = new Set([
  'data',
  'records',
  'items',
  'results',
  'runs',
  'calls',
  'traces',
  'events',
  'logs',
  'loglines',
  'requests',
  'conversations',
  'rows',
  'samples',
  'examples',
]);

/** Fields of a record of its own: an object with one of them is no wrapper, whatever lists it holds. */
const RECORD_FIELDS = new Set([
  'messages',
  'choices',
  'traj',
  'contents',
  'request',
  'response',
  'role',
  'model',
  'body',
  'eval',
]);

type TopField = { readonly key: string; readonly value: string };

/**
 * Finds the list of records inside a wrapper object such as `{"data": [...]}` or `{"hits": {"hits": [...]}}`.
 *
 * @param text the start of a JSON object; may be cut off anywhere
 * @returns the path to the list, or null when the object is not a wrapper with exactly one list of objects
 */
export function findWrapper(text: string): readonly string[] | null {
  const fields = topFields(text);
  if (fields.some(({ key }) => RECORD_FIELDS.has(key))) return null;
  const lists = fields.filter(({ value }) => /^\[\s*\{/.test(value));
  const list = lists[0];
  if (lists.length === 1 && list !== undefined && WRAPPERS.has(list.key)) return isTurns(list) ? null : [list.key];
  const hits = fields.find(({ key }) => key === 'hits')?.value;
  if (hits?.startsWith('{') !== true) return null;
  return topFields(hits).some(({ key, value }) => key === 'hits' && value.startsWith('[')) ? ['hits', 'hits'] : null;
}

/** `conversations` and the like may be the turns of one record. */
function isTurns(list: TopField): boolean {
  return /^\[\s*\{\s*"(?:from|role|value|content)"/.test(list.value);
}

/** Fields of the outermost object, each with the text from its value on. */
function topFields(text: string): readonly TopField[] {
  const fields: TopField[] = [];
  let depth = 0;
  let key: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && key === null) key = text.slice(at + 1, end);
      at = end;
    } else if (/[{}[\]]/.test(char)) {
      depth += /[{[]/.test(char) ? 1 : -1;
      if (depth === 0) return fields;
    } else if (depth === 1) {
      if (char === ':' && key !== null) fields.push({ key, value: text.slice(at + 1).trimStart() });
      if (char === ',') key = null;
    }
  }
  return fields;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
