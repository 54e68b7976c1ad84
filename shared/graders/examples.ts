import type { GraderFiles } from '../contract/graders.ts';

/** A grader to start from, offered when one is created. */
export type GraderTemplate = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly files: GraderFiles;
};

const F1_SOURCE = `"""F1 of the files an answer names against the files that had to change."""
import json


def named_files(sample):
    """Files of the answer: a JSON list, an object with "files", or one path a line."""
    answer = sample.get("output_json")
    if isinstance(answer, dict):
        answer = answer.get("files")
    if answer is None:
        text = (sample.get("output_text") or "").strip()
        try:
            answer = json.loads(text)
        except ValueError:
            answer = text.splitlines()
        if isinstance(answer, dict):
            answer = answer.get("files")
    if not isinstance(answer, list):
        return set()
    return {str(path).strip().lstrip("-*").strip().strip("\`").removeprefix("./") for path in answer} - {""}


def grade(sample, item):
    want = set(item["files"])
    got = named_files(sample)
    found = len(want & got)
    print(f"{found} of {len(want)} files found, {len(got) - found} extra")
    if found == 0:
        return 0.0
    precision = found / len(got)
    recall = found / len(want)
    return 2 * precision * recall / (precision + recall)
`;

const AMOUNT_SOURCE = `"""Full score within 1 % of the reference, none from 25 % on, in between a straight line."""
import re

FULL, ZERO = 0.01, 0.25


def number_in(text):
    """Last number of a text, or None. Reads 1,714.50 as 1714.5."""
    found = re.findall(r"-?\\d[\\d,]*(?:\\.\\d+)?", text or "")
    return float(found[-1].replace(",", "")) if found else None


def grade(sample, item):
    want = float(item["amount"])
    got = number_in(sample.get("output_text"))
    if got is None:
        print("no number in the answer")
        return 0.0
    error = abs(got - want) / max(abs(want), 1e-9)
    print(f"off by {abs(got - want):.2f}, which is {100 * error:.1f} % of {want:.2f}")
    return max(0.0, min(1.0, 1 - (error - FULL) / (ZERO - FULL)))
`;

/** Starter graders, simplest first. Each uses fields that its description names. */
export const GRADER_TEMPLATES = [
  {
    id: 'exact',
    title: 'Exact match',
    description: 'The answer equals item.reference_answer: 1 or 0.',
    files: {
      'grader.json': json({
        type: 'string_check',
        name: 'exact',
        input: '{{ sample.output_text }}',
        reference: '{{ item.reference_answer }}',
        operation: 'eq',
      }),
    },
  },
  {
    id: 'similar',
    title: 'Text similarity',
    description: 'How like item.reference_answer the answer is, from 0 to 1.',
    files: {
      'grader.json': json({
        type: 'text_similarity',
        name: 'similar',
        input: '{{ sample.output_text }}',
        reference: '{{ item.reference_answer }}',
        evaluation_metric: 'fuzzy_match',
      }),
    },
  },
  {
    id: 'files-f1',
    title: 'F1 over file lists',
    description:
      'Python. Compares the files the answer names with the list item.files, so partial finds earn something.',
    files: { 'grader.json': json({ type: 'python', name: 'files_f1', source: '@f1.py' }), 'f1.py': F1_SOURCE },
  },
  {
    id: 'partial-credit',
    title: 'Several parts with partial credit',
    description:
      'A multi grader: item.decision found in the answer, item.amount nearly right, wording like item.reference_answer.',
    files: {
      'grader.json': json({
        type: 'multi',
        name: 'partial_credit',
        graders: {
          decision: {
            type: 'string_check',
            name: 'decision',
            input: '{{ sample.output_text }}',
            reference: '{{ item.decision }}',
            operation: 'ilike',
          },
          amount: { type: 'python', name: 'amount', source: '@amount.py' },
          wording: {
            type: 'text_similarity',
            name: 'wording',
            input: '{{ sample.output_text }}',
            reference: '{{ item.reference_answer }}',
            evaluation_metric: 'rouge_l',
          },
        },
        calculate_output: '0.5 * decision + 0.3 * amount + 0.2 * wording',
      }),
      'amount.py': AMOUNT_SOURCE,
    },
  },
] as const satisfies readonly GraderTemplate[];

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
