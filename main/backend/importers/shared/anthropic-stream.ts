import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { numberOf, objectOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';

type OpenBlock = { fields: JsonObject; readonly pieces: Map<string, string>; readonly citations: JsonValue[] };

/** The text fields of a block that come in pieces, by the type of the piece. */
const PIECES: Readonly<Record<string, { readonly from: string; readonly to: string }>> = {
  text_delta: { from: 'text', to: 'text' },
  input_json_delta: { from: 'partial_json', to: 'input' },
  thinking_delta: { from: 'thinking', to: 'thinking' },
  signature_delta: { from: 'signature', to: 'signature' },
};

/**
 * Puts the events of a streamed Anthropic answer together. Input of a call is joined as text, so that text which is not
 * JSON stays an error; none at all is `{}`. Usage counts are cumulative, so the last one stands.
 *
 * @returns the answer as it would have come without streaming; `complete` when its end came; or the error the stream ended in
 */
export function assembleAnthropic(events: readonly JsonObject[]): {
  readonly message: JsonObject;
  readonly complete: boolean;
  readonly error: JsonValue | null;
} {
  const blocks = new Map<number, OpenBlock>();
  let message: JsonObject = { type: 'message', role: 'assistant' };
  let complete = false;
  let error: JsonValue | null = null;
  for (const event of events) {
    switch (event['type']) {
      case 'message_start':
        message = { ...message, ...objectOf(event['message']) };
        break;
      case 'content_block_start':
        blocks.set(numberOf(event['index']) ?? blocks.size, {
          fields: objectOf(event['content_block']),
          pieces: new Map(),
          citations: [],
        });
        break;
      case 'content_block_delta':
        addPiece(blocks, numberOf(event['index']) ?? blocks.size - 1, objectOf(event['delta']));
        break;
      case 'message_delta':
        message = {
          ...message,
          ...restOf(objectOf(event['delta']), []),
          usage: { ...objectOf(message['usage']), ...restOf(objectOf(event['usage']), []) },
        };
        break;
      case 'message_stop':
        complete = true;
        break;
      case 'error':
        error = event['error'] ?? null;
        break;
      default:
        break;
    }
  }
  const started = objectOf(message)['content'];
  const content =
    blocks.size === 0 && Array.isArray(started)
      ? started
      : [...blocks].sort(([a], [b]) => a - b).map(([, block]) => finish(block));
  return { message: { ...message, content }, complete: complete || textOf(message['stop_reason']) !== null, error };
}

function addPiece(blocks: Map<number, OpenBlock>, index: number, delta: JsonObject): void {
  const block: OpenBlock = blocks.get(index) ?? { fields: {}, pieces: new Map(), citations: [] };
  blocks.set(index, block);
  const type = textOf(delta['type']) ?? '';
  if (type === 'citations_delta' && delta['citation'] !== undefined) block.citations.push(delta['citation']);
  const piece = Object.hasOwn(PIECES, type) ? PIECES[type] : undefined;
  const text = piece === undefined ? null : textOf(delta[piece.from]);
  if (piece === undefined || text === null) return;
  if (block.fields['type'] === undefined) block.fields = { ...block.fields, type: typeOfPiece(type) };
  block.pieces.set(piece.to, (block.pieces.get(piece.to) ?? '') + text);
}

/** The type of a block whose start was lost. */
function typeOfPiece(type: string): string {
  if (type === 'input_json_delta') return 'tool_use';
  return type === 'text_delta' ? 'text' : 'thinking';
}

function finish({ fields, pieces, citations }: OpenBlock): JsonObject {
  const joined = [...pieces].map(([key, text]): [string, JsonValue] => {
    const start = key === 'input' ? '' : (textOf(fields[key]) ?? '');
    return [key, start + text];
  });
  const input = fields['input'];
  // An empty text in pieces is no text: the object the block began with stands.
  const kept = joined.filter(([key, text]) => key !== 'input' || text !== '' || !isJsonObject(input ?? null));
  return {
    ...fields,
    ...Object.fromEntries(kept),
    ...(citations.length === 0 ? null : { citations }),
  };
}
