import type { CheckSample, Finding } from '../engine/checks.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';

export type MessagePlace = { readonly message: Message; readonly index: number; readonly messages: readonly Message[] };

/** One finding for each message of an attempt about which `look` says something. */
export function byMessage(
  { attempts }: CheckSample,
  look: (place: MessagePlace) => JsonObject | null,
): readonly Finding[] {
  return attempts.flatMap(({ id, messages }) =>
    messages.flatMap((message, index) => {
      const detail = look({ message, index, messages });
      return detail === null ? [] : [{ attemptId: id, messageIdx: index, detail }];
    }),
  );
}
