import type { JsonObject } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { idOf, listOf, objectsOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, note, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { readTools } from './shared/openai-tools.ts';
import { TURN_LISTS, addTurns, turnsField } from './shared/sharegpt-turns.ts';
import { readTextCalls, textCallNotes, withWritten } from './shared/text-calls.ts';
import type { TurnsRead } from './shared/sharegpt-turns.ts';
import { chatSamples, trajectorySamples } from './shared/trajectory.ts';
import { createTranscript } from './shared/transcript.ts';
import type { Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/**
 * Rows whose turns say `from` and `value`: ShareGPT, Vicuna, and sets made for LLaMA-Factory with calls as turns. Calls in
 * texts (Hermes, ToolBench) are built from the documented shape; no real file was at hand.
 */
export const sharegpt: Importer = {
  id: 'sharegpt',
  version: 1,
  title: 'ShareGPT and Vicuna conversations',
  extensions: ['.json', '.jsonl'],
  per: ['conversation', 'turn', 'call'],
  answer: 'The answer is what the model said after the last user turn, with its tool calls and results.',
  sample: 'One sample per row: the prompt is everything up to the last user turn.',
  takes: 'json',
  mappable: false,
  detect: (record) => (isPlainRow(record) ? { confidence: 0.95, reason: 'turns with "from" and "value"' } : null),
  parse: (record, options) => (record.kind === 'json' ? parseRow(record, options.per, 'chat') : []),
};

/**
 * Trajectories of AgentInstruct: ShareGPT turns that say whether they are trained on (`loss`). Built from the documented
 * shape; no real file was at hand.
 */
export const agentInstruct: Importer = {
  ...sharegpt,
  id: 'agent-instruct',
  title: 'AgentInstruct trajectories',
  per: ['conversation', 'call'],
  answer: 'The answer is the whole trajectory from the first words of the agent on. Actions stand in its texts.',
  sample: 'One sample per row: the prompt is what comes before the first words of the agent.',
  detect: (record) =>
    isPlainRow(record) && hasLoss(record)
      ? { confidence: 0.97, reason: 'turns with "from", "value" and "loss"' }
      : null,
  parse: (record, options) => (record.kind === 'json' ? parseRow(record, options.per, 'trajectory') : []),
};

/** Rows with a chosen and a rejected answer are preference pairs. */
function isPlainRow(record: RawRecord): boolean {
  const row = valueOf(record);
  return row !== null && turnsField(row) !== null && !Object.hasOwn(row, 'chosen');
}

function hasLoss(record: RawRecord): boolean {
  const row = valueOf(record) ?? {};
  const field = turnsField(row);
  return field !== null && objectsOf(row[field]).some((turn) => Object.hasOwn(turn, 'loss'));
}

function parseRow(record: JsonRaw, per: Per, kind: 'chat' | 'trajectory'): readonly (ParsedSample | ParsedIssue)[] {
  const row = valueOf(record);
  const field = row === null ? null : turnsField(row);
  if (row === null || field === null)
    return [refuse(record, 'no_turns', 'The row has no list of turns with "from" and "value".')];
  const transcript = createTranscript();
  const system = textOf(row['system']);
  if (system !== null && system !== '') transcript.add('system', { content: system });
  const read = addTurns(listOf(row[field]), transcript);
  if ('code' in read) return [refuse(record, read.code, read.message)];
  const tools = readTools(row['tools'] ?? row['functions']);
  const written = readTextCalls(transcript.messages);
  const trajectory = {
    position: record.position,
    messages: written?.messages ?? transcript.messages,
    tools: withWritten(tools.ok ? tools.tools : [], written),
    extras: compact({ ...extrasOf(row, tools.ok), wrapper: record.outer }),
    sourceRef: idOf(row['id']),
  };
  return [
    ...turnNotes(record, written === null ? read : { ...read, callsInText: 0 }),
    ...textCallNotes(record, written),
    ...(tools.ok ? [] : [note(record, 'bad_tools', 'The tools could not be read; they were kept as they are.')]),
    ...(kind === 'chat' ? chatSamples(trajectory, per) : trajectorySamples(trajectory, per)),
  ];
}

function extrasOf(row: JsonObject, toolsRead: boolean): JsonObject | null {
  const field = turnsField(row);
  const known = ['id', 'system', ...TURN_LISTS.filter((name) => name === field)];
  return restOf(row, toolsRead ? [...known, 'tools', 'functions'] : known);
}

/** @returns remarks on turns that were not what they seemed */
export function turnNotes(record: RawRecord, { unreadCalls, callsInText }: TurnsRead): readonly ParsedIssue[] {
  return [
    ...(unreadCalls > 0
      ? [
          note(
            record,
            'call_unreadable',
            'A turn that should be a tool call is not JSON with a name; it was kept as text.',
          ),
        ]
      : []),
    ...(callsInText > 0
      ? [note(record, 'calls_in_text', 'Tool calls are written in the texts of the answer; they were kept as text.')]
      : []),
  ];
}
