import type { Random } from './random.ts';
import { between, pick } from './random.ts';
import { CLAIM_TASKS, type ClaimTask } from './claims-tasks.ts';
import { assistant, call, result, text, type DemoMessage, type DemoSample } from './shape.ts';

export const CLAIM_TOOLS = [
  tool('get_claim', 'Reads a claim by its number', { claim: 'string', view: 'string' }),
  tool('list_documents', 'Lists the documents of a claim', { claim: 'string' }),
  tool('read_document', 'Reads one document', { doc: 'string' }),
  tool('search_policy', 'Searches clauses of a policy', { query: 'string', policy: 'string' }),
  tool('prior_claims', 'Lists earlier claims of a policy', { policy: 'string' }),
  tool('calc_payout', 'Adds items and takes the excess off', { items: 'array', excess: 'number' }),
];

function tool(name: string, description: string, properties: Record<string, string>): unknown {
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).map(([key, type]) => [key, { type }])),
      required: Object.keys(properties).slice(0, 1),
    },
  };
}

const SYSTEM =
  'You settle motor, home and travel claims. Read the claim and the policy before you decide. Answer with JSON: decision (approve_full, approve_partial or reject), payout_eur, evidence (documents and clauses you rely on) and rationale.';

type Gold = { decision: string; payout: number; evidence: string[]; rationale: string };

function goldOf(task: ClaimTask, at: number): Gold {
  const covered = task.items.filter(([, , isCovered]) => isCovered).reduce((sum, [, euros]) => sum + euros, 0);
  const payout = Math.max(0, Math.round((covered - task.excess) * 100) / 100);
  const isAll = task.items.every(([, , isCovered]) => isCovered);
  const decision = payout === 0 ? 'reject' : isAll ? 'approve_full' : 'approve_partial';
  return { decision, payout, evidence: [docOf(at), `policy ${task.clause}`], rationale: task.rationale };
}

const docOf = (at: number): string =>
  pick(['estimate.pdf', 'invoice.pdf', 'repair-quote.pdf', 'report.pdf'], () => (at % 4) / 4);

/** How well an attempt goes: what it gets wrong decides its reward, so that a person would agree with it. */
type Skill = { decision: boolean; amount: boolean; evidence: boolean; toolError: boolean; calls: number };

/** Four attempts a task that differ, as a model under training gives them. */
export function makeClaims(random: Random): DemoSample[] {
  const samples = CLAIM_TASKS.map((task, at) => makeClaim(task, at, random));
  return [...samples.map(damage), ...plant(samples)];
}

/** @param at tells the claim's and the policy's number, and its document */
export function makeClaim(task: ClaimTask, at: number, random: Random): DemoSample {
  const claim = `MC-${48_213 + at * 97}`;
  const policy = `KX-${2_207 + at * 13}`;
  const gold = goldOf(task, at);
  const difficulty = random();
  const attempts = Array.from({ length: 4 }, () => {
    const skill: Skill = {
      decision: random() > difficulty * 0.7,
      amount: random() > difficulty * 0.8,
      evidence: random() > 0.35,
      toolError: random() < 0.18,
      calls: Math.floor(between(2, 9, random)),
    };
    return makeAttempt(task, { claim, policy, at }, gold, skill, random);
  });
  const hasReference = at % 12 !== 7;
  return {
    assay: 1,
    title: task.text,
    prompt: [text('system', SYSTEM), text('user', `Claim ${claim}, policy ${policy}. ${task.text}`)],
    tools: CLAIM_TOOLS,
    reference: hasReference
      ? { decision: gold.decision, payout_eur: gold.payout, evidence: gold.evidence, rationale: gold.rationale }
      : {},
    tags: [task.clause.startsWith('3') || task.clause.startsWith('4') ? 'motor' : 'home and travel'],
    attempts,
  };
}

function makeAttempt(
  task: ClaimTask,
  ids: { claim: string; policy: string; at: number },
  gold: Gold,
  skill: Skill,
  random: Random,
): DemoSample['attempts'][number] {
  const clock = { ms: 0 };
  const messages: DemoMessage[] = [];
  const step = (
    reasoning: string,
    calls: readonly { name: string; args: unknown; answer: unknown; error?: boolean }[],
  ): void => {
    const thinkMs = Math.floor(between(600, 2_800, random));
    const made = calls.map(({ name, args }, index) => call(`call_${messages.length}_${index}`, name, args));
    messages.push(
      assistant({
        reasoning,
        calls: made,
        startMs: clock.ms,
        durationMs: thinkMs,
        tokens: Math.floor(between(40, 160, random)),
      }),
    );
    clock.ms += thinkMs;
    let longest = 0;
    calls.forEach(({ answer, error }, index) => {
      const durationMs = Math.floor(between(90, 720, random));
      longest = Math.max(longest, durationMs);
      messages.push(result(made[index]?.id ?? '', answer, { startMs: clock.ms, durationMs, isError: error === true }));
    });
    clock.ms += longest;
  };
  const document = docOf(ids.at);
  step('I need the claim, its documents and the clauses of the policy before I decide.', [
    {
      name: 'get_claim',
      args: { claim: ids.claim, view: 'full' },
      answer: { claim: ids.claim, text: task.text, status: 'open' },
    },
    { name: 'list_documents', args: { claim: ids.claim }, answer: [document, 'photos-01.zip'] },
    {
      name: 'search_policy',
      args: { query: task.text.split(' ').slice(0, 3).join(' '), policy: ids.policy },
      answer: { clauses: [task.clause], text: task.rationale },
    },
  ]);
  step('The estimate lists the items, the photos may show more.', [
    {
      name: 'read_document',
      args: { doc: document },
      answer: { items: task.items.map(([what, euros]) => ({ what, euros })) },
    },
    skill.toolError
      ? { name: 'read_document', args: { doc: 'photos-01.zip' }, answer: 'Error: unsupported file type', error: true }
      : { name: 'prior_claims', args: { policy: ids.policy }, answer: { earlier: ids.at % 3 } },
  ]);
  for (let extra = 5; extra < skill.calls; extra++)
    step('I check once more.', [
      {
        name: 'search_policy',
        args: { query: `clause ${task.clause}`, policy: ids.policy },
        answer: { clauses: [task.clause] },
      },
    ]);
  const answer = answerOf(task, gold, skill);
  step('Now the sum.', [
    {
      name: 'calc_payout',
      args: { items: task.items.map(([, euros]) => euros), excess: task.excess },
      answer: { payout: answer.payout_eur },
    },
  ]);
  const answerMs = Math.floor(between(1_500, 4_500, random));
  messages.push(
    assistant({
      text: JSON.stringify(answer),
      startMs: clock.ms,
      durationMs: answerMs,
      tokens: Math.floor(between(120, 320, random)),
    }),
  );
  clock.ms += answerMs;
  return finish(messages, clock.ms, rewardOf(answer, gold), random);
}

type Answer = { decision: string; payout_eur: number; evidence: string[]; rationale: string };

function answerOf(task: ClaimTask, gold: Gold, skill: Skill): Answer {
  const total = Math.round(task.items.reduce((sum, [, euros]) => sum + euros, 0) * 100) / 100;
  const other = gold.decision === 'approve_full' ? 'approve_partial' : 'approve_full';
  const wrongAmount = total === gold.payout ? Math.round(total * 0.8 * 100) / 100 : total;
  return {
    decision: skill.decision ? gold.decision : other,
    payout_eur: skill.amount ? gold.payout : wrongAmount,
    evidence: skill.evidence ? gold.evidence : gold.evidence.slice(0, 1),
    rationale: skill.decision ? gold.rationale : 'The estimate supports the claim.',
  };
}

/** Decision 0.4, amount 0.4 falling to 0 at 25 % off, evidence 0.2 by F1: what the adjusters' sheet would give. */
function rewardOf(answer: Answer, gold: Gold): number {
  const off =
    gold.payout === 0 ? (answer.payout_eur === 0 ? 0 : 1) : Math.abs(answer.payout_eur - gold.payout) / gold.payout;
  const hits = answer.evidence.filter((one) => gold.evidence.includes(one)).length;
  const f1 = (2 * hits) / (answer.evidence.length + gold.evidence.length);
  const reward = 0.4 * Number(answer.decision === gold.decision) + 0.4 * Math.max(0, 1 - off / 0.25) + 0.2 * f1;
  return Math.round(reward * 100) / 100;
}

function finish(
  messages: DemoMessage[],
  latencyMs: number,
  reward: number,
  random: Random,
): DemoSample['attempts'][number] {
  return {
    messages,
    model: 'claims-agent',
    reward,
    outcome: reward >= 0.95 ? 'success' : reward >= 0.4 ? 'partial' : 'failure',
    latencyMs,
    tokens:
      messages.reduce((sum, message) => sum + (message.tokens ?? 0), 0) + Math.floor(between(2_000, 6_000, random)),
  };
}

/** Two attempts as crashed agents leave them: arguments cut off in the middle, and an error with nothing after it. */
function damage(sample: DemoSample, at: number): DemoSample {
  if (at !== 20 && at !== 33) return sample;
  const [first, ...rest] = sample.attempts;
  if (first === undefined) return sample;
  const messages =
    at === 20 ? first.messages.map(cutArguments) : [...first.messages.slice(0, 6), failed(first.messages[4])];
  return { ...sample, attempts: [{ ...first, messages, outcome: 'error', reward: 0 }, ...rest] };
}

function cutArguments(message: DemoMessage): DemoMessage {
  const calls = message.calls?.map((one) =>
    one.name === 'calc_payout'
      ? {
          id: one.id,
          name: one.name,
          kind: one.kind,
          argsText: one.argsText.slice(0, -4),
          argsError: 'The text ends too early.',
        }
      : one,
  );
  return calls === undefined ? message : { ...message, calls };
}

function failed(step: DemoMessage | undefined): DemoMessage {
  const [one] = step?.calls ?? [];
  return result(one?.id ?? 'call_4_0', 'Error: the document store did not answer', {
    startMs: 9_000,
    durationMs: 30_000,
    isError: true,
  });
}

/** What the flags, the duplicates screen and the leak check have to find. */
function plant(samples: readonly DemoSample[]): DemoSample[] {
  const [first, second, third] = samples;
  if (first === undefined || second === undefined || third === undefined) return [];
  // Two exact duplicates of the prompt, one with other attempts and one that is the very same trajectory.
  const duplicate: DemoSample = { ...first, attempts: second.attempts.slice(0, 1) };
  const sameTrajectory: DemoSample = { ...third, attempts: third.attempts.slice(0, 1) };
  return [duplicate, sameTrajectory];
}
