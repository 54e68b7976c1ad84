import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

/** The low 32 bits of a seed drive a mulberry32 generator, as in the engine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS =
  'parcel route depot driver signature window weight pallet customs label scan belt dock crew shift tracker address gate fragile return refund carrier manifest delay weather bridge ferry truck invoice quota stamp seal box crate'.split(
    ' ',
  );
const TOOLS = ['find_parcel', 'route_status', 'read_manifest', 'book_slot', 'refund_quote'];

type Random = () => number;
const pick = <T>(items: readonly T[], random: Random): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Invariant: a list to pick from is not empty');
  return item;
};

function sentence(random: Random, words: number): string {
  const parts = Array.from({ length: words }, () => pick(WORDS, random));
  const text = parts.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** One logged exchange of a made-up parcel desk: 4 to 12 messages with parallel calls, about 4 kB. */
export function makeTrace(at: number, random: Random): unknown {
  const id = `P-${String(at).padStart(6, '0')}`;
  const messages: unknown[] = [
    { role: 'system', content: `You answer for the parcel desk. ${sentence(random, 40)}` },
    { role: 'user', content: `Where is parcel ${id}? ${sentence(random, 12 + Math.floor(random() * 30))}` },
  ];
  const steps = 1 + Math.floor(random() * 3);
  for (let step = 0; step < steps; step++) {
    const calls = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => ({
      id: `call_${step}_${index}`,
      type: 'function',
      function: { name: pick(TOOLS, random), arguments: JSON.stringify({ parcel: id, note: sentence(random, 4) }) },
    }));
    messages.push({ role: 'assistant', content: null, tool_calls: calls });
    for (const call of calls)
      messages.push({
        role: 'tool',
        tool_call_id: call.id,
        content: JSON.stringify({ found: random() > 0.2, text: sentence(random, 60) }),
      });
  }
  const tools = TOOLS.map((name) => ({
    type: 'function',
    function: {
      name,
      description: `${name} of the desk`,
      parameters: { type: 'object', properties: { parcel: { type: 'string' } } },
    },
  }));
  return {
    id: `log-${at}`,
    latency_ms: Math.floor(500 + random() * 20_000),
    request: { model: 'desk-1', messages, tools },
    response: {
      id: `chatcmpl-${at}`,
      object: 'chat.completion',
      created: 1_760_000_000 + at,
      model: 'desk-1',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: `Parcel ${id}: ${sentence(random, 30)}` },
        },
      ],
      usage: { prompt_tokens: 800, completion_tokens: 90, total_tokens: 890 },
    },
  };
}

/** Writes traces as JSON lines, streaming. The same count and seed give the same bytes. */
export async function writeTraces(path: string, count: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const out = createWriteStream(path);
  for (let at = 0; at < count; at++)
    if (!out.write(`${JSON.stringify(makeTrace(at, random))}\n`)) await once(out, 'drain');
  out.end();
  await finished(out);
}
