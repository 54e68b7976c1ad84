/** What a flag says about a sample. `raisedBy` tells who may take it away again. */
export type FlagRule = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: 'info' | 'warn' | 'error';
  /** `scan`: a rescan clears it when the reason is gone; `import` and `person`: only people close it. */
  readonly raisedBy: 'scan' | 'import' | 'person';
};

/** Every rule, in the order people see them. Scanners of the `scan` rules are in the backend's checks. */
export const FLAG_RULES = [
  {
    id: 'missing-reference',
    title: 'Reference missing',
    description: 'The sample has no reference field with a value, so no grader can compare an answer with it.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'error-ending',
    title: 'Ends in an error',
    description: 'An attempt has the outcome error, or stops after a tool result without an answer.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'malformed-arguments',
    title: 'Malformed arguments',
    description: 'The arguments of a tool call are not JSON.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'tool-result-missing',
    title: 'Tool result missing',
    description: 'An attempt goes on after a tool call that got no result.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'unknown-tool',
    title: 'Unknown tool',
    description: 'An attempt calls a tool that was not offered, although tools were offered.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'empty-answer',
    title: 'Empty answer',
    description: 'The last message of an attempt has neither text nor a tool call.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'duplicate-prompt',
    title: 'Duplicate prompt',
    description: 'An earlier sample that is not excluded has the same prompt and tools.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'duplicate-trajectory',
    title: 'Duplicate trajectory',
    description: 'An attempt is the same, message for message, as one of an earlier sample that is not excluded.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'personal-data',
    title: 'Personal data',
    description: 'A name, address, number or account of a person stands in the sample.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'secret',
    title: 'Secret',
    description: 'A key, token or password stands in the sample.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'openers-differ',
    title: 'Openers differ',
    description:
      'Attempts on this task did not begin with the same messages; the first one’s opener is shown as the prompt.',
    severity: 'info',
    raisedBy: 'import',
  },
  {
    id: 'needs-work',
    title: 'Needs work',
    description: 'Somebody said that the sample needs work, in review or in the list of samples.',
    severity: 'warn',
    raisedBy: 'person',
  },
  {
    id: 'person',
    title: 'Raised by a person',
    description: 'Somebody flagged the sample, with a note.',
    severity: 'warn',
    raisedBy: 'person',
  },
] as const satisfies readonly FlagRule[];

export type FlagRuleId = (typeof FLAG_RULES)[number]['id'];

/** @returns the rule's title; an id of another version of Assay is its own title */
export function flagTitle(id: string): string {
  return FLAG_RULES.find((rule) => rule.id === id)?.title ?? id;
}

/** @returns how grave the rule's flags are */
export function flagSeverity(id: FlagRuleId): FlagRule['severity'] {
  return FLAG_RULES.find((rule) => rule.id === id)?.severity ?? 'warn';
}
