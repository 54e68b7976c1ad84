import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../../shared/model/json.ts';
import type { Flag } from '../../../shared/model/sample.ts';
import { formatCount, formatDuration } from '../../i18n/format.ts';

/** @returns a function that tells in one line what a check found; null when its rule says it all */
export function useFlagDetail(): (flag: Flag) => string | null {
  const { t } = useTranslation('samples');
  return ({ ruleId, detail }) => {
    const text = (key: string): string => textOf(detail[key]);
    const number = (key: string): number => (typeof detail[key] === 'number' ? detail[key] : 0);
    switch (ruleId) {
      case 'arguments-break-schema':
        return t('flags.detail.schema', { tool: text('tool'), path: text('path'), says: text('says') });
      case 'unusable-tool-schema':
        return t('flags.detail.unusable', { tool: text('tool'), says: text('says') || text('reason') });
      case 'stale-tool-schema':
        return t('flags.detail.stale', { tools: text('tools'), count: number('variants') });
      case 'malformed-arguments':
      case 'tool-result-missing':
      case 'unknown-tool':
        return text('tools');
      case 'repeats':
        return detail['kind'] === 'text'
          ? t('flags.detail.repeatsText', { count: number('times') })
          : t('flags.detail.repeats', { tools: text('tool') || text('tools'), count: number('times') });
      case 'redaction':
        return t('flags.detail.redaction', { count: number('count'), marks: text('marks') });
      case 'too-long':
        return t('flags.detail.tooLong', { tokens: number('tokens'), limit: number('limit') });
      case 'language-mix':
        return detail['kind'] === 'two' ? text('languages') : `${text('asked')}, ${text('answered')}`;
      case 'outlier-steps':
      case 'outlier-tokens':
      case 'outlier-latency': {
        const show = ruleId === 'outlier-latency' ? formatDuration : formatCount;
        return t('flags.detail.outlier', {
          value: show(number('value')),
          p95: show(number('p95')),
          count: number('size'),
        });
      }
      default:
        return null;
    }
  };
}

function textOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
