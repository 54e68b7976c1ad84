import type { ExportProblem } from '../../../../shared/model/problem.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import { count } from '../../../../shared/text/plural.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import { sha256 } from '../../engine/hash.ts';
import { RESERVED_KEYS } from '../../exporters/openai-line.ts';
import type { Exporter } from '../../exporters/types.ts';
import type { Split } from './plan.ts';

/** Longer references suggest a model as grader (Microsoft's validator). */
const LONG_REFERENCE_CHARS = 500;
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** Watches all lines of a package for what no single line shows. */
export type SetChecks = {
  readonly add: (line: JsonObject, split: Split, systemMessages: number) => void;
  readonly problems: (sizes: Readonly<Record<'train' | 'validation', number>>) => readonly ExportProblem[];
};

export function createSetChecks(exporter: Exporter): SetChecks {
  const seen = new Map<string, Split>();
  const keySets = new Set<string>();
  const values = new Map<string, Set<string>>();
  const counts: Record<Split, number> = { train: 0, validation: 0, test: 0 };
  let repeated = 0;
  let inBoth = 0;
  let systems = 0;
  let referenceChars = 0;
  let total = 0;

  function add(line: JsonObject, split: Split, systemMessages: number): void {
    const hash = sha256(canonicalJson(line));
    const before = seen.get(hash);
    if (before === split) repeated += 1;
    else if (before !== undefined) inBoth += 1;
    seen.set(hash, split);
    counts[split] += 1;
    systems += systemMessages;
    total += 1;
    const keys = Object.keys(line).filter((key) => !RESERVED_KEYS.includes(key));
    keySets.add(keys.toSorted().join('\n'));
    for (const key of keys) {
      const text = canonicalJson(line[key]);
      referenceChars += text.length;
      const known = values.get(key) ?? new Set();
      values.set(key, known);
      if (known.size < 2) known.add(text);
    }
  }

  function problems(sizes: Readonly<Record<'train' | 'validation', number>>): ExportProblem[] {
    const found: ExportProblem[] = [];
    const report = (
      severity: ExportProblem['severity'],
      code: string,
      message: string,
      file: string | null = null,
    ): void => void found.push({ severity, code, message, sampleId: null, file, line: null, path: null });
    checkCounts(exporter, counts, report);
    if (inBoth > 0) report('error', 'in_both_files', `${count(inBoth, 'line')} would be in more than one file.`);
    if (repeated > 0)
      report('warning', 'repeated_line', `${count(repeated, 'line')} repeat another line of the same file.`);
    if (systems > 0)
      report(
        'warning',
        'system_role',
        `${count(systems, 'system message')} are written as developer, since the line format has no system role.`,
      );
    if (keySets.size > 1) report('warning', 'key_sets_differ', 'Not all lines have the same reference fields.');
    for (const [key, known] of values)
      if (known.size === 1 && total > 1)
        report('warning', 'same_reference', `Every line has the same value of ${key}.`);
    if (total > 0 && referenceChars / total > LONG_REFERENCE_CHARS)
      report(
        'warning',
        'long_reference',
        `References have ${Math.round(referenceChars / total)} characters on average. Text of that length is hard to match without a judge.`,
      );
    for (const split of ['train', 'validation'] as const)
      if (sizes[split] > MAX_FILE_BYTES)
        report('error', 'file_too_large', 'The file is larger than the 512 MB a trainer takes.', `${split}.jsonl`);
    return found;
  }
  return { add, problems };
}

function checkCounts(
  exporter: Exporter,
  counts: Readonly<Record<Split, number>>,
  report: (severity: ExportProblem['severity'], code: string, message: string, file?: string) => void,
): void {
  const { limits } = exporter;
  if (counts.train === 0) report('error', 'no_train', 'No sample is left for train.jsonl.', 'train.jsonl');
  if (counts.validation === 0)
    report(
      'error',
      'no_validation',
      'No sample is left for validation.jsonl; both files are required.',
      'validation.jsonl',
    );
  if (counts.train > limits.train)
    report(
      'error',
      'too_many_train',
      `train.jsonl has ${count(counts.train, 'line')}; the limit is ${limits.train}.`,
      'train.jsonl',
    );
  if (counts.validation > limits.validation)
    report(
      'error',
      'too_many_validation',
      `validation.jsonl has ${count(counts.validation, 'line')}; the limit is ${limits.validation}.`,
      'validation.jsonl',
    );
  if (counts.train > 0 && counts.train < limits.recommendedTrain)
    report(
      'warning',
      'few_train',
      `train.jsonl has ${count(counts.train, 'line')}; trainers ask for at least ${limits.recommendedTrain}.`,
      'train.jsonl',
    );
  if (counts.validation > counts.train && counts.train > 0)
    report('warning', 'validation_larger', 'validation.jsonl is larger than train.jsonl.', 'validation.jsonl');
}
