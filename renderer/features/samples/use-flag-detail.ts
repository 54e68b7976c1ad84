import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../../shared/model/json.ts';
import type { Flag } from '../../../shared/model/sample.ts';
import { formatCount, formatDuration } from '../../i18n/format.ts';

type Facts = {
  readonly t: TFunction<'samples'>;
  readonly is: (key: string, value: string) => boolean;
  readonly text: (key: string) => string;
  readonly number: (key: string) => number;
};

function tools({ text }: Facts): string {
  return text('tools');
}
function outlier(show: (value: number) => string): (facts: Facts) => string {
  return ({ t, number }) =>
    t('flags.detail.outlier', { value: show(number('value')), p95: show(number('p95')), count: number('size') });
}

const TELLERS: Readonly<Partial<Record<string, (facts: Facts) => string>>> = {
  'arguments-break-schema': ({ t, text }) =>
    t('flags.detail.schema', { tool: text('tool'), path: text('path'), says: text('says') }),
  'unusable-tool-schema': ({ t, text }) =>
    t('flags.detail.unusable', { tool: text('tool'), says: text('says') || text('reason') }),
  'stale-tool-schema': ({ t, text, number }) =>
    t('flags.detail.stale', { tools: text('tools'), count: number('variants') }),
  'malformed-arguments': tools,
  'tool-result-missing': tools,
  'unknown-tool': tools,
  repeats: ({ t, is, text, number }) =>
    is('kind', 'text')
      ? t('flags.detail.repeatsText', { count: number('times') })
      : t('flags.detail.repeats', { tools: text('tool') || text('tools'), count: number('times') }),
  redaction: ({ t, text, number }) => t('flags.detail.redaction', { count: number('count'), marks: text('marks') }),
  'too-long': ({ t, number }) => t('flags.detail.tooLong', { tokens: number('tokens'), limit: number('limit') }),
  'language-mix': ({ is, text }) => (is('kind', 'two') ? text('languages') : `${text('asked')}, ${text('answered')}`),
  'outlier-steps': outlier(formatCount),
  'outlier-tokens': outlier(formatCount),
  'outlier-latency': outlier(formatDuration),
};

/** @returns a function that tells in one line what a check found; null when its rule says it all */
export function useFlagDetail(): (flag: Flag) => string | null {
  const { t } = useTranslation('samples');
  return ({ ruleId, detail }) => {
    const tell = Object.hasOwn(TELLERS, ruleId) ? TELLERS[ruleId] : undefined;
    if (tell === undefined) return null;
    return tell({
      t,
      is: (key, value) => detail[key] === value,
      text: (key) => textOf(detail[key]),
      number: (key) => (typeof detail[key] === 'number' ? detail[key] : 0),
    });
  };
}

function textOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
