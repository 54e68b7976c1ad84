import type { Message } from '../../../shared/model/message.ts';
import type { Check, CheckSample, Finding } from '../engine/checks.ts';

const NAMES =
  'PERSON|NAME|FIRST_?NAME|LAST_?NAME|FULL_?NAME|USER_?NAME|EMAIL(?:_?ADDRESS)?|PHONE(?:_?NUMBER)?|ADDRESS|STREET_ADDRESS|LOCATION|' +
  'DATE_TIME|DATE_OF_BIRTH|DOB|SSN|US_SSN|CREDIT_?CARD(?:_NUMBER)?|IBAN(?:_CODE)?|IP_?ADDRESS|PASSWORD|SECRET|API_?KEY|TOKEN|' +
  'ORGANIZATION|ORG|LOC|PER|URL|ACCOUNT_?NUMBER|US_BANK_NUMBER|MEDICAL_LICENSE|PII';

/** How the common masking tools write what they took away. Stars alone can also be Markdown, so a mask needs a neighbour. */
const MARK = new RegExp(
  [
    String.raw`[[<({]{1,2}\s?(?:REDACTED|redacted|Redacted|MASKED|masked|REMOVED|ANONYMI[SZ]ED|SCRUBBED|FILTERED|HIDDEN)(?:[ _:-][\w ]{1,30})?\s?[\])}>]{1,2}`,
    String.raw`(?:<|\[|\{\{)(?:${NAMES})(?:[_-]?\d{1,4})?(?:>|\]|\}\})`,
    String.raw`█{2,}|▇{2,}|■{3,}`,
    String.raw`(?<![\w-])[xX]{3}-[xX]{2}-(?:[xX]{4}|\d{4})(?![\w-])`,
    String.raw`(?<![\w-])(?:[xX]{4}[ -]){2,3}(?:[xX]{4}|\d{4})(?![\w-])`,
    // From the first star of a run only, so that a long run is read once.
    String.raw`(?<!\*)(?:\*{4,}[ -]?\d{2,4}(?!\d)|(?<=[\w.])\*{3,}(?=[\w.]{0,64}@)|(?<=[:=] ?["']?)\*{3,}(?=["',;\s]|$))`,
    String.raw`已脱敏|\[已删除\]|【已隐藏】`,
  ].join('|'),
  'gu',
);

/** What every mark has in it; most texts hold none of them. */
const HINT =
  /REDACT|[Rr]edacted|MASK|masked|REMOVED|ANONYM|SCRUB|FILTERED|HIDDEN|\*\*\*|[█▇■]{2}|[xX]{3}[-x X]|[<[{][A-Z]{2,}|已脱敏|已删除|已隐藏/u;
/** Kinds of marks named in a detail. */
const MOST_MARKS = 5;
const MARK_CHARS = 40;
/** A message full of marks is counted so far. */
const MOST_COUNTED = 1_000;

/** Something was taken out of the text before it came here: the agent saw it, and who trains on it will not. */
export const redaction: Check = {
  id: 'redaction',
  version: 1,
  scan: ({ prompt, attempts }: CheckSample) => [
    ...findIn(prompt, null),
    ...attempts.flatMap(({ id, messages }) => findIn(messages, id)),
  ],
};

function findIn(messages: readonly Message[], attemptId: number | null): readonly Finding[] {
  return messages.flatMap((message, messageIdx) => {
    const found = findMarks(message);
    return found === null ? [] : [{ attemptId, messageIdx, ...found }];
  });
}

function findMarks(message: Message): Pick<Finding, 'span' | 'detail'> | null {
  let first: { readonly start: number; readonly end: number; readonly place: object } | null = null;
  let count = 0;
  const marks = new Set<string>();
  const look = (text: string, place: object): void => {
    if (!HINT.test(text)) return;
    for (const match of text.matchAll(MARK)) {
      first ??= { start: match.index, end: match.index + match[0].length, place };
      count += 1;
      if (marks.size < MOST_MARKS) marks.add(match[0].slice(0, MARK_CHARS));
      if (count >= MOST_COUNTED) return;
    }
  };
  message.parts.forEach((part, at) => {
    if (part.type === 'text' || part.type === 'reasoning') look(part.text, { part: at });
  });
  message.calls?.forEach((call, at) => look(call.argsText, { call: at }));
  // Assigned within a function, which narrowing does not follow.
  const place = first as { start: number; end: number; place: object } | null;
  if (place === null) return null;
  return { span: { start: place.start, end: place.end }, detail: { marks: [...marks], count, ...place.place } };
}
