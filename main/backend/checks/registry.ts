import { FLAG_RULES } from '../../../shared/model/flag-rules.ts';
import { invariant } from '../../../shared/rpc/errors.ts';
import type { Check, HashCheck } from '../engine/checks.ts';
import { emptyAnswer } from './empty-answer.ts';
import { errorEnding } from './error-ending.ts';
import { malformedArguments } from './malformed-arguments.ts';
import { missingReference } from './missing-reference.ts';
import { toolResultMissing } from './tool-result-missing.ts';
import { unknownTool } from './unknown-tool.ts';

/** Checks that look at one sample at a time. Titles and severities are in `shared/model/flag-rules.ts`. */
export const CHECKS = [
  missingReference,
  errorEnding,
  malformedArguments,
  toolResultMissing,
  unknownTool,
  emptyAnswer,
] as const satisfies readonly Check[];

/** Checks that compare samples by hash. */
export const HASH_CHECKS = [
  { id: 'duplicate-prompt', version: 1, by: 'prompt' },
  { id: 'duplicate-trajectory', version: 1, by: 'trajectory' },
] as const satisfies readonly HashCheck[];

const ids: readonly string[] = [...CHECKS, ...HASH_CHECKS].map((check) => check.id);
const scanned: readonly string[] = FLAG_RULES.filter((rule) => rule.raisedBy === 'scan').map((rule) => rule.id);
invariant(new Set(ids).size === ids.length && ids.length === scanned.length, 'every scanned rule has one check');
invariant(
  scanned.every((id) => ids.includes(id)),
  'every scanned rule has one check',
);
