/** A line of Assay's own sample files, as far as it is used here. */
type Line = Readonly<Record<string, unknown>>;

const text = (role: string, value: string): Line => ({ role, parts: [{ type: 'text', text: value }] });

type Answer = { readonly decision: string; readonly payout_eur: number; readonly evidence: readonly string[] };

const TOOLS = ['get_claim', 'list_documents', 'search_policy', 'read_document', 'prior_claims', 'calc_payout'].map(
  (name) => ({ name, description: `Claims desk: ${name}`, schema: { type: 'object' } }),
);

type Run = { readonly attempts?: number; readonly reward?: number };

function sample(
  prompt: string,
  calls: readonly string[],
  answer: Answer,
  rationale: string,
  { attempts = 1, reward = 0.8 }: Run = {},
): Line {
  return {
    assay: 1,
    title: prompt.slice(0, 80),
    prompt: [text('system', 'You are a claims assistant.'), text('user', prompt)],
    tools: TOOLS,
    reference: { ...answer, rationale },
    tags: [],
    attempts: Array.from({ length: attempts }, (_, at) => ({
      messages: [
        ...calls.flatMap((name, step) => [
          {
            role: 'assistant',
            parts: [],
            calls: [{ id: `call_${step}`, name, argsText: `{"claim":${at}}`, args: { claim: at }, kind: 'function' }],
          },
          { ...text('tool', '{"ok":true}'), callId: `call_${step}` },
        ]),
        text('assistant', JSON.stringify({ ...answer, attempt: at })),
      ],
      model: 'agent-1',
      reward: at === 0 ? reward : 0.2,
      outcome: at === 0 ? 'success' : 'failure',
      latencyMs: 900,
      tokens: 400,
    })),
  };
}

const CALLS = ['get_claim', 'list_documents', 'search_policy', 'read_document', 'prior_claims', 'calc_payout'] as const;
const FEWER = ['get_claim', 'list_documents', 'read_document', 'calc_payout'] as const;
const ESTIMATE = ['workshop-estimate.pdf', 'policy 4.2'] as const;

const hail = (claim: string, damage: string, end = '.'): string =>
  `Claim ${claim}. Hail damage to bonnet and roof${damage}. Estimate attached by the workshop in town, which also took the photos of the car, ` +
  'and the policyholder asks for a decision within three working days because the rental car has to go back on Friday. Decide and calculate the payout, ' +
  `and say which excess of the policy applies${end}`;
const storm = (end: string): string =>
  `A storm tore tiles off the roof during the night and rain ran into the loft, where boxes with winter clothes were stored. Decide what is covered${end}`;
const status = (name: string, number: string): string =>
  `Status request by ${name} about claim ${number}: what happens next?`;

/** Clusters of every kind, and samples that are like no other. */
export const DUPLICATE_SAMPLES: readonly Line[] = [
  sample(
    hail('MC-48213', ', windscreen cracked'),
    CALLS,
    { decision: 'approve_partial', payout_eur: 1714.5, evidence: [...ESTIMATE, 'policy 6.1'] },
    'Both excesses apply: 300 for hail, 150 for glass. Invoice 2,164.50 matches the photos.',
    { attempts: 4, reward: 0.76 },
  ),
  sample(
    hail('MC-50932', ', glass not affected'),
    FEWER,
    { decision: 'approve_partial', payout_eur: 1340, evidence: ESTIMATE },
    'One excess applies: 300 for hail. Invoice 1,640.00 matches the photos.',
    { attempts: 3, reward: 0.9 },
  ),
  sample(
    hail('MC-48213', ', windscreen cracked', ' here.'),
    CALLS,
    { decision: 'approve_partial', payout_eur: 1714.5, evidence: [...ESTIMATE, 'policy 6.1'] },
    'Both excesses apply: 300 for hail, 150 for glass. Invoice 2,164.50 matches the photos.',
    { attempts: 2, reward: 0.88 },
  ),
  sample(
    hail('MC-51077', ', windscreen cracked', ', please.'),
    CALLS,
    { decision: 'approve_partial', payout_eur: 1714.5, evidence: ESTIMATE },
    'Both excesses apply: 300 for hail, 150 for glass.',
    { attempts: 1, reward: 0.71 },
  ),
  sample(
    hail('MC-48213', ', windscreen cracked', ' in this case.'),
    FEWER,
    { decision: 'approve_partial', payout_eur: 1714.5, evidence: ESTIMATE },
    'Both excesses apply: 300 for hail, 150 for glass.',
    { attempts: 3, reward: 0.83 },
  ),
  sample(
    'Windscreen chip, repair or replace? The chip is two centimetres wide and in front of the driver.',
    FEWER,
    { decision: 'approve', payout_eur: 120, evidence: ['photo'] },
    'Repair is enough.',
    { attempts: 2 },
  ),
  sample(
    'Windscreen chip, repair or replace? The chip is two centimetres wide and in front of the driver.',
    CALLS,
    { decision: 'approve', payout_eur: 120, evidence: ['photo'] },
    'Repair is enough.',
  ),
  sample(storm('.'), FEWER, { decision: 'approve', payout_eur: 2200, evidence: ['photo'] }, 'Wind above force 8.', {
    attempts: 2,
  }),
  sample(
    storm(' and what is not.'),
    FEWER,
    { decision: 'approve', payout_eur: 2200, evidence: ['photo'] },
    'Wind above force 8.',
  ),
  sample(
    'My electric bike was stolen from the shared cellar of our house. Am I insured against this theft?',
    FEWER,
    { decision: 'approve', payout_eur: 1800, evidence: ['police report'] },
    'Cellar was locked.',
  ),
  sample(
    'Somebody stole my e-bike out of the common basement in our building. Does my insurance cover the theft?',
    FEWER,
    { decision: 'approve', payout_eur: 1800, evidence: ['police report'] },
    'Cellar was locked.',
  ),
  sample(
    status('Anna Berg', '48213'),
    FEWER,
    { decision: 'inform', payout_eur: 0, evidence: [] },
    'Waiting for the report.',
  ),
  sample(status('Omar Haddad', '50117'), FEWER, { decision: 'inform', payout_eur: 0, evidence: [] }, 'Paid already.', {
    attempts: 1,
  }),
  sample(
    status('Lena Vogt', '61090'),
    FEWER,
    { decision: 'inform', payout_eur: 0, evidence: [] },
    'Documents are missing.',
  ),
  sample(
    'Wildunfall auf der Landstraße, Frontschaden und Kühler defekt. Polizei war vor Ort. Bitte entscheiden.',
    CALLS,
    { decision: 'approve', payout_eur: 3100, evidence: ['police report'] },
    'Teilkasko.',
    { attempts: 3 },
  ),
  sample(
    'Key lost on holiday, all locks of the flat were changed by a locksmith on a Sunday.',
    FEWER,
    { decision: 'reject', payout_eur: 0, evidence: ['policy 2.1'] },
    'Keys are excluded.',
    { attempts: 2 },
  ),
];
