import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import type { Outcome } from '../../../shared/model/sample.ts';
import { toCheckAttempt, type CheckSample } from '../engine/checks.ts';
import { call, result, say } from './add-sample.ts';

export type SampleParts = Partial<Omit<CheckSample, 'attempts' | 'toolsJson'>> & {
  readonly messages?: readonly Message[];
  readonly outcome?: Outcome;
  readonly extras?: JsonValue | null;
};

/** A sample as checks see it, with at most one attempt. */
export function checkSample(parts: SampleParts): CheckSample {
  const { messages, outcome = 'success', extras = null, tools = [], ...rest } = parts;
  return {
    prompt: [say('user', 'hello')],
    tools,
    toolsJson: JSON.stringify(tools),
    reference: { answer: 1 },
    attempts: messages === undefined ? [] : [toCheckAttempt({ id: 5, outcome, messages, extras })],
    ...rest,
  };
}

const SORRY: Message = { role: 'assistant', parts: [{ type: 'refusal', text: 'No.' }], finish: 'length' };

/** Samples that between them give every check that looks at single samples something to find. */
export const FLAWED: readonly CheckSample[] = [
  checkSample({
    reference: {},
    outcome: 'error',
    prompt: [say('user', `Where is my parcel? ${'word '.repeat(70_000)}`)],
    tools: [
      { name: 'z', parameters: { type: 'dict' } },
      { name: 'b', parameters: { type: 'object', required: ['q'] } },
    ],
    messages: [
      call(['a', '{'], ['b', {}]),
      say('assistant', 'I have sent [REDACTED] the parcel.'),
      call(['b', {}]),
      result('c', 'no such call'),
      call(['b', {}]),
      say('user', ''),
      say('assistant', ''),
    ],
  }),
  checkSample({ messages: [SORRY] }),
  checkSample({
    prompt: [say('user', 'Where is my parcel with the front light that I ordered for my bicycle last week?')],
    messages: [
      say(
        'assistant',
        'Ihr Paket mit dem vorderen Licht ist gestern angekommen und liegt im Laden für Sie bereit, bis Sonnabend.',
      ),
    ],
  }),
];
