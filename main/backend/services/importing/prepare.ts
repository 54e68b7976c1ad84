import type { Message, ToolDef } from '../../../../shared/model/message.ts';
import { messageText } from '../../../../shared/model/message.ts';
import { countTrajectory, toTrajectory } from '../../../../shared/model/steps.ts';
import { flagSeverity } from '../../../../shared/model/flag-rules.ts';
import { languageTexts } from '../../checks/language-mix.ts';
import { createQuickChecks } from '../../checks/registry.ts';
import { toCheckAttempt, type Check, type CheckSample, type Finding } from '../../engine/checks.ts';
import { canonicalJson, promptKey, trajectoryKey } from '../../engine/canonical.ts';
import { contentHash, contentUid, recordUid } from '../../engine/hash.ts';
import { searchText } from '../../engine/search-text.ts';
import { OPENING_CHARS } from '../../facets/opening.ts';
import type { ParsedAttempt, ParsedSample } from '../../importers/types.ts';
import type { PreparedAttempt, PreparedCall, PreparedFlag, UntoldSample } from '../../store/prepared.ts';

/** Longest title kept; lists cut it further. */
const TITLE_CHARS = 200;

/**
 * Computes everything of a sample that does not need the database: hashes, counts, JSON texts. All but the language: it is
 * told by the thread that writes, which has time while the one that parses has none.
 *
 * @param sourceUid name of the source by content; with the record's position it names the sample on any machine
 */
export function prepareUntold(
  parsed: ParsedSample,
  sourceUid: string,
  { writeTools, checks }: PrepareTools = createPrepareTools(),
): UntoldSample {
  const uid =
    parsed.taskKey === null
      ? recordUid(sourceUid, parsed.position.index, parsed.sub)
      : contentUid(sourceUid, 'task', parsed.taskKey);
  const tools = writeTools(parsed.tools);
  const promptHash = contentHash(promptKey(parsed.prompt, parsed.tools, tools.key));
  const referenceJson = canonicalJson(parsed.reference);
  const title = parsed.title ?? titleOf(parsed.prompt);
  const attempts = parsed.attempts.map((attempt, at) =>
    prepareAttempt(attempt, recordUid(sourceUid, parsed.position.index, parsed.sub, at), promptHash),
  );
  const checked = parsed.taskKey === null ? checkSample(parsed, tools.json) : null;
  const promptText = parsed.prompt
    .filter((message) => message.role === 'user')
    .map(messageText)
    .join('\n');
  return {
    uid,
    sourceRef: parsed.sourceRef,
    position: parsed.position.index,
    title: title.slice(0, TITLE_CHARS),
    taskKey: parsed.taskKey,
    opening: promptText.slice(0, OPENING_CHARS),
    toolsOffered: parsed.tools.length,
    promptChars: promptText.length,
    hasReference: Object.keys(parsed.reference).length > 0,
    contentHash: referenceJson === '{}' ? promptHash : contentHash(`${promptHash}\n${referenceJson}`),
    promptHash,
    promptJson: JSON.stringify(parsed.prompt),
    toolsJson: tools.json,
    referenceJson,
    extrasJson: parsed.extras === null ? null : JSON.stringify(parsed.extras),
    createdAt: parsed.attempts[0]?.startedAt ?? null,
    search:
      parsed.taskKey === null
        ? searchText({
            title,
            prompt: parsed.prompt,
            tools: parsed.tools,
            referenceJson,
            attempts: parsed.attempts.map((attempt) => attempt.messages),
          })
        : null,
    attempts,
    tags: parsed.tags,
    flags: checked === null ? [] : checks.flatMap((check) => check.scan(checked).map((found) => toFlag(check, found))),
    languages: checked === null ? null : languageTexts(checked),
  };
}

type ToolWriter = (tools: readonly ToolDef[]) => { readonly json: string; readonly key: string };

/** @returns a function that writes tools as stored and as compared; most samples of a file offer the same ones */
export function createToolWriter(): ToolWriter {
  let last = { json: '[]', key: '[]' };
  return (tools) => {
    const json = JSON.stringify(tools);
    if (json !== last.json) last = { json, key: canonicalJson(tools) };
    return last;
  };
}

/** What preparing remembers from one sample to the next. */
export type PrepareTools = { readonly writeTools: ToolWriter; readonly checks: readonly Check[] };

/** @param promptTokens as for `createQuickChecks` */
export function createPrepareTools(promptTokens?: number): PrepareTools {
  return { writeTools: createToolWriter(), checks: createQuickChecks(promptTokens) };
}

/** Positions stand for ids until the rows are written. Samples whose attempts come in pieces are checked at the end. */
function checkSample(parsed: ParsedSample, toolsJson: string): CheckSample {
  const { prompt, tools, reference } = parsed;
  return {
    prompt,
    tools,
    toolsJson,
    reference,
    attempts: parsed.attempts.map(({ outcome, messages, extras }, id) =>
      toCheckAttempt({ id, outcome, messages, extras }),
    ),
  };
}

/** @returns a finding of a sample that has no ids yet as it is stored */
export function toFlag(check: Pick<Check, 'id' | 'version'>, finding: Finding): PreparedFlag {
  return {
    ruleId: check.id,
    version: check.version,
    severity: flagSeverity(check.id),
    attempt: finding.attemptId,
    messageIdx: finding.messageIdx,
    span: finding.span ?? null,
    detailJson: JSON.stringify(finding.detail),
  };
}

/** Computes counts and hash of one attempt; the hash covers the prompt, so equal ones are the same whole trajectory. */
export function prepareAttempt(attempt: ParsedAttempt, uid: string, promptHash: string): PreparedAttempt {
  const counts = countTrajectory(attempt.messages);
  return {
    uid,
    model: attempt.model,
    outcome: attempt.outcome,
    reward: attempt.reward,
    steps: counts.steps,
    calls: counts.calls,
    results: counts.results,
    toolErrors: counts.toolErrors,
    maxParallel: counts.maxParallel,
    latencyMs: attempt.latencyMs === null ? null : Math.round(attempt.latencyMs),
    tokens: attempt.tokens === null ? null : Math.round(attempt.tokens),
    contentHash: contentHash(`${promptHash}\n${trajectoryKey(attempt.messages)}`),
    bodyJson: JSON.stringify(attempt.messages),
    extrasJson: attempt.extras === null ? null : JSON.stringify(attempt.extras),
    startedAt: attempt.startedAt === null ? null : Math.round(attempt.startedAt),
    toolCalls: callsOf(attempt.messages),
  };
}

function callsOf(messages: readonly Message[]): PreparedCall[] {
  const calls: PreparedCall[] = [];
  for (const item of toTrajectory(messages)) {
    if (item.kind !== 'step') continue;
    item.calls.forEach(({ call, result, status }, idx) =>
      calls.push({
        step: item.stepIdx,
        idx,
        name: call.name,
        status,
        latencyMs: result?.timing?.durationMs === undefined ? null : Math.round(result.timing.durationMs),
      }),
    );
  }
  return calls;
}

/** The first line of the last user turn of the prompt; of any message when there is none. */
export function titleOf(prompt: readonly Message[]): string {
  const last =
    prompt.findLast((message) => message.role === 'user' && messageText(message).trim() !== '') ?? prompt.at(-1);
  const text = last === undefined ? '' : messageText(last);
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
  return line.trim();
}
