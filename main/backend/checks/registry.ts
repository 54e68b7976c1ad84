import { FLAG_RULES } from '../../../shared/model/flag-rules.ts';
import { invariant } from '../../../shared/rpc/errors.ts';
import type { Check, HashCheck, PopulationCheck } from '../engine/checks.ts';
import { emptyAnswer } from './empty-answer.ts';
import { errorEnding } from './error-ending.ts';
import { createLanguageMix, LANGUAGE_MIX, type TellLanguage } from './language-mix.ts';
import { malformedArguments } from './malformed-arguments.ts';
import { missingReference } from './missing-reference.ts';
import { orphanResult } from './orphan-result.ts';
import { redaction } from './redaction.ts';
import { refusal } from './refusal.ts';
import { repeats } from './repeats.ts';
import { createArgumentsBreakSchema, createUnusableToolSchema } from './schema/rules.ts';
import { createToolsets } from './schema/toolset.ts';
import { PROMPT_TOKENS, createTooLong } from './too-long.ts';
import { toolResultMissing } from './tool-result-missing.ts';
import { truncated } from './truncated.ts';
import { unknownTool } from './unknown-tool.ts';

/**
 * Checks that look at one sample at a time and are quick enough for the thread that parses. Made once a job: they remember
 * tool schemas. Titles, severities and explanations are in `shared/model/flag-rules.ts`.
 *
 * @param promptTokens the most tokens a prompt and its tools may have
 */
export function createQuickChecks(promptTokens = PROMPT_TOKENS): readonly Check[] {
  const toolsets = createToolsets();
  return [
    missingReference,
    errorEnding,
    truncated,
    refusal,
    emptyAnswer,
    repeats,
    malformedArguments,
    createArgumentsBreakSchema(toolsets),
    createUnusableToolSchema(toolsets),
    toolResultMissing,
    orphanResult,
    unknownTool,
    createTooLong(promptTokens),
    redaction,
  ];
}

/** All checks that look at one sample at a time: the quick ones, and the one that has to tell languages. */
export function createChecks(tell: TellLanguage, promptTokens = PROMPT_TOKENS): readonly Check[] {
  return [...createQuickChecks(promptTokens), createLanguageMix(tell)];
}

/** Checks that compare samples by hash. */
export const HASH_CHECKS = [
  { id: 'duplicate-prompt', version: 1, by: 'prompt' },
  { id: 'duplicate-trajectory', version: 1, by: 'trajectory' },
] as const satisfies readonly HashCheck[];

/** Checks that compare facts of all samples. */
export const POPULATION_CHECKS = [
  { id: 'outlier-steps', version: 1, by: 'steps' },
  { id: 'outlier-latency', version: 1, by: 'latency' },
  { id: 'outlier-tokens', version: 1, by: 'tokens' },
  { id: 'stale-tool-schema', version: 1, by: 'tool-schema' },
] as const satisfies readonly PopulationCheck[];

/** Raised by the scan for private data, which has rounds of its own. */
const BY_PRIVACY: readonly string[] = ['personal-data', 'secret'];

const ids: readonly string[] = [...createQuickChecks(), LANGUAGE_MIX, ...HASH_CHECKS, ...POPULATION_CHECKS].map(
  (check) => check.id,
);
const scanned: readonly string[] = FLAG_RULES.filter((rule) => rule.raisedBy === 'scan')
  .map((rule) => rule.id)
  .filter((id) => !BY_PRIVACY.includes(id));
invariant(
  new Set(ids).size === ids.length && ids.length === scanned.length && scanned.every((id) => ids.includes(id)),
  'every scanned rule has one check',
);
