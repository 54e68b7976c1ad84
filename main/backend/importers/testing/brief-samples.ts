import type { Message } from '../../../../shared/model/message.ts';
import type { ParsedSample } from '../types.ts';

/** @returns a message in a few words: role, text, calls with their arguments, what a result answers and whether it failed */
export function briefMessage({ role, parts, calls, callId, isError }: Message): string {
  const text = parts.map((part) => ('text' in part ? part.text : part.type)).join(' / ');
  const asked = (calls ?? []).map(({ name, argsText }) => ` ${name}(${argsText})`).join('');
  const answers = callId === undefined ? '' : ` ->${callId}`;
  return `${role}: ${text}${asked}${answers}${isError === undefined ? '' : ` error=${String(isError)}`}`;
}

/** @returns prompts and attempts of samples in a few words each, in the order of the file */
export function briefSamples(samples: readonly ParsedSample[]) {
  return samples
    .toSorted((a, b) => a.position.index - b.position.index || a.sub - b.sub)
    .map(({ position, sub, prompt, attempts }) => ({
      at: `${position.index}/${sub}`,
      prompt: prompt.map(briefMessage),
      answers: attempts.map(({ messages }) => messages.map(briefMessage)),
    }));
}
