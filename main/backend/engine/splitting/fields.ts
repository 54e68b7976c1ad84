import { isJsonObject, type JsonValue } from '../../../../shared/model/json.ts';

/** Keys that say whose or what a sample is, whatever a source calls them: letters and digits only, in lower case. */
const NAMES = {
  conversation: [
    'conversation',
    'conversationid',
    'convid',
    'session',
    'sessionid',
    'sessionuuid',
    'thread',
    'threadid',
    'chat',
    'chatid',
    'dialog',
    'dialogid',
    'dialogue',
    'dialogueid',
  ],
  user: [
    'user',
    'userid',
    'username',
    'enduser',
    'enduserid',
    'customer',
    'customerid',
    'clientid',
    'account',
    'accountid',
    'member',
    'memberid',
    'patient',
    'patientid',
    'policyholder',
  ],
  document: [
    'document',
    'documentid',
    'documentname',
    'doc',
    'docid',
    'articleid',
    'pageid',
    'fileid',
    'filename',
    'repo',
    'repository',
    'repositoryid',
    'contextid',
    'passageid',
    'url',
  ],
} as const;

export type KnownKey = keyof typeof NAMES;
export const KNOWN_KEYS = ['conversation', 'user', 'document'] as const satisfies readonly KnownKey[];

const MAX_DEPTH = 5;
/** Longer texts name nothing. */
const MAX_CHARS = 300;

/**
 * Lists the single values of a reference or of metadata: texts, numbers and truth values, with their paths. Lists and
 * blank or very long texts are passed over.
 */
export function* scalarFields(value: JsonValue, path: string, depth = 0): Generator<readonly [string, string]> {
  if (isJsonObject(value)) {
    if (depth < MAX_DEPTH)
      for (const [key, member] of Object.entries(value)) yield* scalarFields(member, `${path}.${key}`, depth + 1);
    return;
  }
  if (typeof value === 'number' || typeof value === 'boolean') yield [path, String(value)];
  else if (typeof value === 'string') {
    const text = value.trim();
    if (text !== '' && text.length <= MAX_CHARS) yield [path, text];
  }
}

/** @returns which of the known keys a path names: `metadata.session.id` and `metadata.sessionId` a conversation */
export function knownKeyOf(path: string): KnownKey | undefined {
  const parts = path.split('.').map((part) => part.toLowerCase().replaceAll(/[^a-z\d]/gu, ''));
  const last = parts.at(-1) ?? '';
  const name = last === 'id' || last === 'uuid' ? `${parts.at(-2) ?? ''}id` : last;
  return KNOWN_KEYS.find((key) => (NAMES[key] as readonly string[]).includes(name));
}
