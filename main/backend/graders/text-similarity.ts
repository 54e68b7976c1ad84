import { parseTemplate } from '../../../shared/graders/template.ts';
import { similarity } from '../engine/text/similarity.ts';
import type { GraderEngine } from './engine-types.ts';
import { evaluateEach, renderPair } from './score-parts.ts';

/**
 * `text_similarity`: 0 to 1 by a named definition. Every score is marked an estimate: the platform names its metrics and
 * not their options.
 */
export const textSimilarityEngine: GraderEngine<'text_similarity'> = {
  type: 'text_similarity',
  version: 1,
  compile(definition, { key, wordnet }) {
    const input = parseTemplate(definition.input);
    const reference = parseTemplate(definition.reference);
    const metric = definition.evaluation_metric;
    const base = { key, type: 'text_similarity', passThreshold: definition.pass_threshold };
    return async (inputs, signal) => {
      const table = metric === 'meteor' ? await wordnet() : undefined;
      const options = table === undefined ? {} : { wordnet: table };
      const evaluate = evaluateEach(base, (scope) => {
        const pair = renderPair(input, reference, scope);
        if (!pair.ok) return pair.graded;
        const result = similarity(metric, pair.input, pair.reference, options);
        const summary = `Estimate by ${result.definition}.`;
        const detail = { metric, definition: result.definition, estimate: true, summary, ...pair.detail };
        return { state: 'scored', value: result.value, detail };
      });
      return evaluate(inputs, signal);
    };
  },
};
