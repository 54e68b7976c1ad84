/** Snippets an editor offers where a grader is expected; `$1` and the like are stops of the cursor. */
export const GRADER_SNIPPETS = [
  {
    label: 'string_check',
    description: 'Compare two texts, 1 or 0',
    body: {
      type: 'string_check',
      name: '$1',
      input: '{{ sample.output_text }}',
      reference: '{{ item.$2 }}',
      operation: 'eq',
    },
  },
  {
    label: 'text_similarity',
    description: 'How alike two texts are, 0 to 1',
    body: {
      type: 'text_similarity',
      name: '$1',
      input: '{{ sample.output_text }}',
      reference: '{{ item.$2 }}',
      evaluation_metric: 'fuzzy_match',
    },
  },
  {
    label: 'python',
    description: 'A Python function returns the score',
    body: { type: 'python', name: '$1', source: '@$2.py' },
  },
] as const;
