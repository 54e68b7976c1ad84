import { matches } from '../matches.ts';
import type { Detector, Span } from '../types.ts';
import { FIRST_NAMES, SURNAMES_ZH } from './names.ts';

const NAME = String.raw`\p{Lu}[\p{L}'’-]{1,30}`;
const TITLED = new RegExp(
  String.raw`\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herr|Frau|Sr|Sra)\.?\s(?<value>${NAME}(?:\s${NAME}){0,2})`,
  'dgu',
);
const SAID = new RegExp(
  String.raw`\b(?:[Mm]y name is|[Nn]ame:|I am|I'm|[Tt]his is|[Ss]igned,?|[Rr]egards,?|[Dd]ear|[Cc]ustomer|[Pp]atient)\s{1,3}(?<value>${NAME}(?:\s${NAME}){1,2})`,
  'dgu',
);
const PAIR = new RegExp(String.raw`(?<![\p{L}.])(?<value>(${NAME})(?:\s\p{Lu}\.)?\s${NAME})`, 'dgu');
const ZH_TITLED = /(?<value>[\u4e00-\u9fff]{1,4})(?=先生|女士|小姐|老师|医生|经理|同学)/dgu;
const ZH_SAID =
  /(?:我叫|我是|姓名[:：]?|联系人[:：]?|收件人[:：]?|患者|客户)\s{0,2}(?<value>[\u4e00-\u9fff]{2,4})(?=[，。,.\s、；;（(]|$)/dgu;

/** Names of persons, in English and Chinese: by title, by what is said before them, by common first names. Partial. */
export const person: Detector = {
  kind: 'person',
  find: (text) =>
    apart([
      ...matches(text, TITLED),
      ...matches(
        text,
        SAID,
        (name) => !/^(?:Assistant|Claude|The|Your|Not|Sorry|Happy|Sir|Madam|Team|Support|All)\b/u.test(name),
      ),
      ...matches(text, PAIR, (name) => FIRST_NAMES.has(name.split(/\s/u)[0]?.toLowerCase() ?? '')),
      ...matches(text, ZH_TITLED, startsAsName).map((span) => tailOf(text, span)),
      ...matches(text, ZH_SAID, startsAsName),
    ]),
};

function startsAsName(name: string): boolean {
  return Array.from(name).some((sign) => SURNAMES_ZH.has(sign));
}

/** Before a title the name is what begins with a surname: the characters before it belong to the sentence. */
function tailOf(text: string, { start, end }: Span): Span {
  const name = text.slice(start, end);
  const at = Math.max(
    ...Array.from(name, (sign, index) => (SURNAMES_ZH.has(sign) && name.length - index <= 3 ? -index : -99)),
  );
  return at === -99 ? { start, end } : { start: start - at, end };
}

/** Of spans that overlap, the longest that begins first. */
function apart(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (kept.every(({ end }) => end <= span.start)) kept.push(span);
  return kept;
}

const STREET =
  /(?<![\p{L}\p{N}])\d{1,5}[A-Za-z]?,?\s(?:\p{Lu}[\p{L}'’.-]{1,30}\s){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Terrace|Way|Close|Crescent|Parkway|Pkwy)\b\.?(?:,\s(?:Apt|Suite|Unit|Flat)\.?\s\w{1,6})?/gu;
const STREET_DE =
  /(?<!\p{L})\p{Lu}[\p{L}-]{2,40}(?:straße|strasse|str\.|weg|platz|allee|gasse)\s\d{1,4}\s?[a-z]?(?!\p{L})/gu;
const ADDRESS_ZH =
  /(?:[\u4e00-\u9fff]{2,8}(?:省|自治区))?[\u4e00-\u9fff]{1,8}[市州盟](?:[\u4e00-\u9fff]{1,8}[区县旗市])?[\u4e00-\u9fffA-Za-z0-9]{1,20}[路街道巷弄里村]\s?\d{0,5}\s?号?(?:[\u4e00-\u9fffA-Za-z0-9-]{0,12}(?:[室楼栋]|单元))?/gu;

/** Street addresses in English, German and Chinese form. Partial. */
export const address: Detector = {
  kind: 'address',
  find: (text) => apart([...matches(text, STREET), ...matches(text, STREET_DE), ...matches(text, ADDRESS_ZH)]),
};
