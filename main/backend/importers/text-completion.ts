import type { JsonObject } from '../../../shared/model/json.ts';
import { completionForm } from './shared/completion-form.ts';
import { valueOf } from './shared/fields.ts';
import { findHalves } from './shared/halves.ts';
import { parseProviderExchange } from './shared/provider-exchange.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * Logged requests to models that continue a text, with their answers: OpenAI's legacy completions, Anthropic's text
 * completions, and Bedrock's Titan, Llama, Mistral, Cohere and Jurassic families in model invocation logs and batches.
 * Built from the documented shape; no real file was at hand.
 */
export const textCompletion: Importer = {
  id: 'text-completion',
  version: 2,
  title: 'Text completion logs',
  extensions: ['.jsonl', '.json', '.log', '.ndjson', '.gz'],
  per: ['call'],
  answer: 'The answer is the text that the model went on with; of several each is one attempt.',
  sample:
    'One sample per logged call: the prompt is the text sent, as turns where it is written with "Human:" and "Assistant:" or with [INST].',
  takes: 'json',
  mappable: false,
  detect,
  parse: (record, { per }) => (record.kind === 'json' ? parseProviderExchange(record, completionForm, per) : []),
};

function detect(record: RawRecord): DetectResult | null {
  const value = valueOf(record);
  if (value === null || Object.hasOwn(value, 'custom_id')) return null;
  const { request, answer } = findHalves(value, completionForm);
  if (request !== null && answer !== null && (request.field !== answer.field || value['object'] === 'text_completion'))
    return { confidence: 0.96, reason: 'a text sent and its completion' };
  // A row of a training set may have a prompt and a completion too.
  if (answer !== null)
    return isSure(value) ? { confidence: 0.85, reason: 'text completions without what was sent' } : null;
  const isLogged = value['schemaType'] === 'ModelInvocationLog' && request !== null;
  return isLogged ? { confidence: 0.85, reason: 'texts sent to a model' } : null;
}

function isSure(value: JsonObject): boolean {
  return (
    value['object'] === 'text_completion' || (value['type'] === 'completion' && Object.hasOwn(value, 'completion'))
  );
}
