import { compareMixes } from '../../engine/likeness/resample.ts';
import { tellApart } from '../../engine/likeness/two-sample.ts';
import type { LikenessAnswer, LikenessTask } from './protocol.ts';

/** Does a task, one table or list of texts after the other, and tells after each how many are done. */
export function runTask(task: LikenessTask, tell: (done: number) => void): LikenessAnswer {
  if (task.t === 'mixes') {
    const compared = task.tables.map((table, at) => {
      const found = compareMixes(table, task.resamples, task.seed + at);
      tell(at + 1);
      return found;
    });
    return { t: 'mixes', compared };
  }
  const told = task.parts.map((texts, at) => {
    const found = tellApart(texts, task.seed);
    tell(at + 1);
    return found;
  });
  return { t: 'texts', told };
}
