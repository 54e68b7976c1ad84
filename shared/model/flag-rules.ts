/** What a flag says about a sample. `raisedBy` tells who may take it away again. */
export type FlagRule = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Why it matters for training, in a sentence. */
  readonly why: string;
  /** What a person can do about it, in a sentence. */
  readonly advice: string;
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
    why: 'Without a reference the reward cannot tell a good answer from a bad one.',
    advice: 'Add the reference answer in review, or leave the sample out.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'error-ending',
    title: 'Ends in an error',
    description: 'An attempt has the outcome error, or stops after a tool result without an answer.',
    why: 'An attempt that broke off shows no finished work, and a run on it may be scored for nothing.',
    advice: 'Read the last steps; leave the sample out when the tool and not the agent failed.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'truncated',
    title: 'Cut off',
    description: 'A message stops in the middle: the model ran out of room, or its JSON or code has no end.',
    why: 'The end is missing, so a score of it says little, and training on it teaches to stop early.',
    advice: 'Leave the attempt out, or collect it again with more room for the answer.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'refusal',
    title: 'Refusal',
    description: 'The last answer says that the model will not help, in English or Chinese, or its maker marked it so.',
    why: 'A refusal that was right is a good example; one that was not teaches to give up.',
    advice: 'Decide whether the refusal is what you want, and give it a reference if so.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'repeats',
    title: 'Repeats itself',
    description:
      'An attempt, or the history in a prompt, makes the same call three times or more or goes through the same calls again; or an attempt says the same thing over.',
    why: 'An agent that is stuck burns steps, and what it did is no model to follow.',
    advice:
      'Read from the first repeat; a tool that has to be asked again and again is a fair reason to dismiss the flag.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'malformed-arguments',
    title: 'Malformed arguments',
    description: 'The arguments of a tool call are not JSON.',
    why: 'The tool could not have run, so what follows is not what the agent worked with.',
    advice: 'Look at the call; leave the attempt out when the log cut it.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'arguments-break-schema',
    title: 'Arguments break the schema',
    description: 'The arguments of a tool call are JSON, but not what the tool asks for.',
    why: 'The tool would refuse the call today, so the agent would learn calls that fail.',
    advice: 'Compare the call with the tool’s parameters; one of the two is out of date or wrong.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'unusable-tool-schema',
    title: 'Unusable tool schema',
    description: 'The parameters of a tool are no valid JSON Schema, are very large or lead to another file.',
    why: 'Calls of the tool cannot be checked, and a target refuses the line.',
    advice: 'Mend the parameters in the source or in the sample’s editor.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'tool-result-missing',
    title: 'Tool result missing',
    description: 'The agent goes on after a tool call that got no result.',
    why: 'Nobody can say what the agent knew when it went on.',
    advice: 'Look for the result in the source; leave the sample out when it is lost.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'orphan-result',
    title: 'Result without a call',
    description: 'A tool result answers no call before it.',
    why: 'A target refuses such a line, and the agent seems to know what it never asked for.',
    advice: 'Look for the call in the source; leave the sample out when it is lost.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'unknown-tool',
    title: 'Unknown tool',
    description: 'The agent calls a tool that was not offered, although tools were offered.',
    why: 'Training on it teaches the agent to call tools that it does not have.',
    advice: 'Compare the call with the tools offered; the list in the log may be incomplete.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'empty-answer',
    title: 'Empty answer',
    description: 'The last message of an attempt has neither text nor a tool call.',
    why: 'There is nothing a grader could score.',
    advice: 'See whether the log lost the answer; else leave the attempt out.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'too-long',
    title: 'Too long for the target',
    description: 'The prompt and its tools have more tokens than a training example may have.',
    why: 'What is too long is cut from the end, often the question itself, or the line is refused.',
    advice: 'Shorten the prompt or the tools offered, or leave the sample out.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'language-mix',
    title: 'Languages mixed',
    description: 'An answer is in another language than the question, or changes its language on the way.',
    why: 'People expect an answer in their language, and graders often compare words.',
    advice: 'Read the answer; dismiss the flag when the other language was wanted.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'redaction',
    title: 'Masked before import',
    description: 'A text holds marks such as [REDACTED], <PERSON> or ***: something was taken out before it came here.',
    why: 'The agent saw what is no longer there, so a score or a training step may reward a guess.',
    advice: 'See whether the task can still be solved without what was masked.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'stale-tool-schema',
    title: 'Old tool schema',
    description: 'A tool has other parameters here than in newer samples.',
    why: 'Old traces teach calls that the tool no longer takes.',
    advice: 'Compare it with a newer sample; leave the old ones out or bring their tools up to date.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'outlier-steps',
    title: 'Many steps',
    description: 'An attempt has more steps than 95 of 100 attempts of its source and model.',
    why: 'Very long attempts are often lost or stuck, and they cost most in training.',
    advice: 'Read it; keep it when the task was hard.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'outlier-latency',
    title: 'Slow',
    description: 'An attempt took longer than 95 of 100 attempts of its source and model.',
    why: 'A tool may have hung, and an attempt like it can run out of time in training.',
    advice: 'Look for the long bar among the steps.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'outlier-tokens',
    title: 'Many tokens',
    description: 'An attempt used more tokens than 95 of 100 attempts of its source and model.',
    why: 'It costs most, and may not fit into the context.',
    advice: 'See what fills it: a long tool result can often be shortened.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'duplicate-prompt',
    title: 'Duplicate prompt',
    description: 'An earlier sample that is not excluded has the same prompt and tools.',
    why: 'A task that comes twice counts twice, and one copy may end up in validation.',
    advice: 'Keep one of them under Duplicates.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'duplicate-trajectory',
    title: 'Duplicate trajectory',
    description: 'An attempt is the same, message for message, as one of an earlier sample that is not excluded.',
    why: 'The same attempt twice tells nothing new and shifts the balance.',
    advice: 'Keep one of them under Duplicates.',
    severity: 'info',
    raisedBy: 'scan',
  },
  {
    id: 'personal-data',
    title: 'Personal data',
    description: 'A name, address, number or account of a person stands in the sample.',
    why: 'What is in the training set can come out of the model, and the law may forbid sharing it.',
    advice: 'Mask it under Privacy, or dismiss the flag when it is nobody’s.',
    severity: 'warn',
    raisedBy: 'scan',
  },
  {
    id: 'secret',
    title: 'Secret',
    description: 'A key, token or password stands in the sample.',
    why: 'A key in a data set must count as stolen.',
    advice: 'Mask it under Privacy, and have the key replaced.',
    severity: 'error',
    raisedBy: 'scan',
  },
  {
    id: 'openers-differ',
    title: 'Openers differ',
    description:
      'Attempts on this task did not begin with the same messages; the first one’s opener is shown as the prompt.',
    why: 'A reward compares attempts on the same task; these may not be.',
    advice: 'Open the attempts side by side; split them when the tasks differ.',
    severity: 'info',
    raisedBy: 'import',
  },
  {
    id: 'needs-work',
    title: 'Needs work',
    description: 'Somebody said that the sample needs work, in review or in the list of samples.',
    why: 'Somebody has read the sample and found it not ready.',
    advice: 'Read the note and mend what it names.',
    severity: 'warn',
    raisedBy: 'person',
  },
  {
    id: 'person',
    title: 'Raised by a person',
    description: 'Somebody flagged the sample, with a note.',
    why: 'Somebody has read the sample and wants it looked at.',
    advice: 'Read the note, then confirm or dismiss the flag.',
    severity: 'warn',
    raisedBy: 'person',
  },
] as const satisfies readonly FlagRule[];

export type FlagRuleId = (typeof FLAG_RULES)[number]['id'];

/** @returns the rule's title; an id of another version of Assay is its own title */
export function flagTitle(id: string): string {
  return FLAG_RULES.find((rule) => rule.id === id)?.title ?? id;
}

/** @returns the rule, null for an id of another version of Assay */
export function flagRule(id: string): FlagRule | null {
  return FLAG_RULES.find((rule) => rule.id === id) ?? null;
}

/** @returns how grave the rule's flags are */
export function flagSeverity(id: FlagRuleId): FlagRule['severity'] {
  return FLAG_RULES.find((rule) => rule.id === id)?.severity ?? 'warn';
}
