import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconBookmarkOff,
  IconBraces,
  IconCircleDashed,
  IconClockExclamation,
  IconCoins,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconFlag,
  IconHandStop,
  IconHistory,
  IconId,
  IconKey,
  IconLanguage,
  IconMessageOff,
  IconRepeat,
  IconRuler,
  IconSchema,
  IconSchemaOff,
  IconScissors,
  IconStairsUp,
  IconToolsOff,
  IconUnlink,
  type Icon,
} from '@tabler/icons-react';
import { FLAG_RULES, flagTitle, type FlagRuleId } from '../../../shared/model/flag-rules.ts';
import classes from './table.module.css';

const ICONS: Readonly<Record<FlagRuleId, Icon>> = {
  'missing-reference': IconBookmarkOff,
  'error-ending': IconAlertTriangle,
  'malformed-arguments': IconBraces,
  truncated: IconScissors,
  refusal: IconHandStop,
  repeats: IconRepeat,
  'arguments-break-schema': IconSchema,
  'unusable-tool-schema': IconSchemaOff,
  'orphan-result': IconUnlink,
  'too-long': IconRuler,
  'language-mix': IconLanguage,
  redaction: IconEyeOff,
  'stale-tool-schema': IconHistory,
  'outlier-steps': IconStairsUp,
  'outlier-latency': IconClockExclamation,
  'outlier-tokens': IconCoins,
  'personal-data': IconId,
  secret: IconKey,
  'tool-result-missing': IconCircleDashed,
  'unknown-tool': IconToolsOff,
  'empty-answer': IconMessageOff,
  'duplicate-prompt': IconCopy,
  'duplicate-trajectory': IconCopy,
  'openers-differ': IconArrowsDiff,
  'needs-work': IconEye,
  person: IconFlag,
};

/** The mark of a flag, with its title for the pointer and for readers. */
export function FlagIcon({ ruleId }: { readonly ruleId: string }) {
  const rule = FLAG_RULES.find((entry) => entry.id === ruleId);
  const RuleIcon = rule === undefined ? IconFlag : ICONS[rule.id];
  const title = flagTitle(ruleId);
  const tone = rule?.id === 'missing-reference' ? 'gold' : (rule?.severity ?? 'warn');
  return (
    <span className={classes.flag} data-tone={tone} title={title} role="img" aria-label={title}>
      <RuleIcon size={12} aria-hidden />
    </span>
  );
}
