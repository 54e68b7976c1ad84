import type { ScorePart } from '../../../shared/model/score.ts';
import type { GraderEngine } from './engine-types.ts';
import type { PythonErrored, PythonOutcome } from './python/outcome.ts';
import { toPart } from './score-parts.ts';
import type { Graded } from './score-parts.ts';

/** `python`: runs `grade(sample, item)` in the hardened child. Each way of failing is an error of its own, never 0. */
export const pythonEngine: GraderEngine<'python'> = {
  type: 'python',
  version: 1,
  compile(definition, { key, pythonHost }) {
    const grader = { source: definition.source };
    return async (inputs, signal) => {
      const outcomes = await pythonHost().gradeMany(grader, inputs, { signal });
      return outcomes.map((outcome): ScorePart => {
        const base = { key, type: 'python', durationUs: outcome.durationUs, passThreshold: definition.pass_threshold };
        return toPart(base, toGraded(outcome));
      });
    };
  },
};

function toGraded(outcome: PythonOutcome): Graded {
  const printed = outcome.output === '' ? {} : { output: outcome.output, outputCut: outcome.outputCut };
  if (outcome.state === 'scored') {
    const note = outcome.note === undefined ? {} : { note: outcome.note };
    return { state: 'scored', value: outcome.value, detail: { ...printed, ...note } };
  }
  const { line, traceback, returned } = outcome;
  return {
    state: 'errored',
    code: outcome.code,
    reason: outcome.message,
    detail: {
      ...printed,
      ...(line === undefined ? {} : { line }),
      ...(traceback === undefined ? {} : { traceback }),
      ...(returned === undefined ? {} : { returned }),
      platformNote: platformNote(outcome),
    },
  };
}

/** What is known of the platform's answer to the same failure. */
function platformNote(outcome: PythonErrored): string {
  switch (outcome.code) {
    case 'out_of_range':
      return 'The platform does not state what it does with a value outside 0 to 1. Counted as 0 for it here.';
    case 'nan':
    case 'infinite':
      return 'The platform refuses such a value and scores 0.';
    case 'import_failed':
      return 'The platform has packages that Assay does not. If this is one of them, the platform scores it and only Assay cannot.';
    case 'timeout':
    case 'out_of_memory':
    case 'crashed':
      return 'The platform has other limits and may finish this grade.';
    default:
      return 'The platform scores 0 and marks the grade invalid.';
  }
}
