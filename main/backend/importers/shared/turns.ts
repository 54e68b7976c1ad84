import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, Part, Role, ToolCall } from '../../../../shared/model/message.ts';
import type { CallLedger } from './call-ids.ts';
import type { ToolArgs } from './tool-args.ts';

/** A piece of a turn. `rest` holds fields of the source that the model has no place for. */
export type Block =
  | { readonly kind: 'part'; readonly part: Part; readonly rest: JsonObject | null }
  | {
      readonly kind: 'call';
      readonly id: string | null;
      readonly name: string;
      readonly args: ToolArgs;
      readonly callKind: ToolCall['kind'];
      readonly rest: JsonObject | null;
    }
  | {
      readonly kind: 'result';
      readonly id: string | null;
      readonly name: string | null;
      readonly parts: readonly Part[];
      /** null where the form has no flag or does not say. */
      readonly isError: NonNullable<Message['isError']> | null;
      readonly rest: JsonObject | null;
    };

/** One message of a provider's form, whose calls, results and words may stand side by side. */
export type Turn = {
  readonly role: Role;
  readonly blocks: readonly Block[];
  readonly contentForm?: Message['contentForm'];
  readonly finish?: string | null;
  readonly tokens?: number | null;
  readonly extras?: JsonObject | null;
};

/**
 * Turns provider messages into ours. Results become tool messages, before the other words of their turn. An assistant
 * turn in which the service ran a tool of its own is cut after the result, and the part after it is marked `continues`.
 *
 * @param ledger of the messages before; ids become unique in it and results find their calls
 */
export function turnsToMessages(turns: readonly Turn[], ledger: CallLedger): readonly Message[] {
  return turns.flatMap((turn) =>
    turn.role === 'assistant' ? assistantMessages(turn, ledger) : plainMessages(turn, ledger),
  );
}

function plainMessages(turn: Turn, ledger: CallLedger): readonly Message[] {
  const results = turn.blocks.filter((block) => block.kind === 'result').map((block) => toResult(block, ledger));
  const others = turn.blocks.filter((block) => block.kind !== 'result');
  if (others.length === 0 && results.length > 0) return withExtras(results, turn.extras ?? null);
  const parts = others.map((block): Part => (block.kind === 'part' ? block.part : callAsPart(block)));
  const message: Message = { role: turn.role, parts };
  if (turn.contentForm !== undefined) message.contentForm = turn.contentForm;
  addExtras(message, turn.extras ?? null, others);
  return [...results, message];
}

/** A call in a turn that is not the assistant's is kept to be seen. */
function callAsPart(block: Extract<Block, { kind: 'call' }>): Part {
  return { type: 'other', kind: 'call', raw: { ...block.rest, name: block.name, arguments: block.args.argsText } };
}

function withExtras(messages: readonly Message[], extras: JsonObject | null): readonly Message[] {
  const [first, ...others] = messages;
  return first === undefined || extras === null
    ? messages
    : [{ ...first, extras: { ...first.extras, turn: extras } }, ...others];
}

function assistantMessages(turn: Turn, ledger: CallLedger): readonly Message[] {
  ledger.nextTurn();
  const messages: Message[] = [];
  for (const run of runsOf(turn.blocks)) {
    const [first] = run;
    if (first?.kind === 'result') messages.push(toResult(first, ledger));
    else {
      const message = toAssistant(run, ledger);
      if (turn.contentForm !== undefined) message.contentForm = turn.contentForm;
      const extras = messages.length > 0 ? { continues: true } : (turn.extras ?? null);
      if (extras !== null) message.extras = { ...message.extras, ...extras };
      messages.push(message);
    }
  }
  const final = messages.findLast(({ role }) => role === 'assistant');
  if (final !== undefined && typeof turn.finish === 'string') final.finish = turn.finish;
  if (final !== undefined && typeof turn.tokens === 'number') final.tokens = turn.tokens;
  return messages;
}

/** Each result is a run of its own; a turn without blocks is one empty run. */
function runsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const last = runs.at(-1);
    if (last === undefined || block.kind === 'result' || last[0]?.kind === 'result') runs.push([block]);
    else last.push(block);
  }
  return runs.length === 0 ? [[]] : runs;
}

function toAssistant(blocks: readonly Block[], ledger: CallLedger): Message {
  const parts = blocks.flatMap((block) => (block.kind === 'part' ? [block.part] : []));
  const calls = blocks.flatMap((block): ToolCall[] =>
    block.kind !== 'call'
      ? []
      : [
          {
            ...ledger.open(block.id, block.name),
            name: block.name,
            ...block.args,
            kind: block.callKind,
            ...(block.rest === null ? {} : { extras: block.rest }),
          },
        ],
  );
  const message: Message = { role: 'assistant', parts };
  if (calls.length > 0) message.calls = calls;
  addExtras(message, null, blocks);
  return message;
}

function toResult(block: Extract<Block, { kind: 'result' }>, ledger: CallLedger): Message {
  const callId = ledger.answer(block.id, block.name);
  return {
    role: 'tool',
    ...(block.name === null ? {} : { name: block.name }),
    parts: [...block.parts],
    ...(callId === undefined ? {} : { callId }),
    ...(block.isError === null ? {} : { isError: block.isError }),
    ...(block.rest === null ? {} : { extras: block.rest }),
  };
}

/** What parts have beyond the model goes to `partExtras`, by the part's number. */
function addExtras(message: Message, extras: JsonObject | null, blocks: readonly Block[]): void {
  const parts = blocks.filter((block) => block.kind === 'part');
  const rests = parts.flatMap(({ rest }, at): [string, JsonValue][] => (rest === null ? [] : [[String(at), rest]]));
  const all = { ...extras, ...(rests.length === 0 ? null : { partExtras: Object.fromEntries(rests) }) };
  if (Object.keys(all).length > 0) message.extras = { ...message.extras, ...all };
}

/** @returns a block of text */
export function textBlock(text: string, rest: JsonObject | null = null): Block {
  return { kind: 'part', part: { type: 'text', text }, rest };
}

/** @returns a block that is kept as it was read, since the model has no place for it */
export function otherBlock(kind: string, raw: JsonValue): Block {
  return { kind: 'part', part: { type: 'other', kind, raw }, rest: null };
}
