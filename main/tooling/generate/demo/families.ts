import type { ClaimTask } from './claims-tasks.ts';
import { makeClaim } from './claims.ts';
import type { Random } from './random.ts';
import type { DemoSample } from './shape.ts';

type Family = {
  readonly kind: 'near' | 'semantic' | 'template';
  /** Each text with the number of its claim: near texts are about the same one. */
  readonly texts: readonly (readonly [text: string, claim: number])[];
  readonly settled: Omit<ClaimTask, 'text'>;
};

const STORM =
  'The storm on Sunday night took eleven tiles off the north side of the roof, water came through the ceiling of the loft and two rolls of insulation have to be replaced. The roofer wants to start on Monday, the estimate and four photos are attached.';
const BIKE = { excess: 150, clause: '6.1', rationale: 'A locked bicycle in a shared cellar is covered.' };

/** What the duplicates screen has to find beside the exact copies: texts that are close, mean the same, or share a form. */
export const FAMILIES: readonly Family[] = [
  {
    kind: 'near',
    texts: [
      [`${STORM} Decide and calculate the payout.`, 80],
      [`${STORM} Decide and calculate the payout, please.`, 80],
      [`${STORM} Please decide and calculate the payout.`, 80],
    ],
    settled: {
      lang: 'en',
      items: [
        ['tiles', 880, true],
        ['insulation', 240, true],
      ],
      excess: 300,
      clause: '7.3',
      rationale: 'Storm damage to the roof and what follows from it is covered.',
    },
  },
  {
    kind: 'semantic',
    texts: [
      ['My electric bike was stolen from the shared cellar of our building. How much will the insurance pay?', 81],
      [
        'Somebody stole my e-bike out of the common basement of the house. What amount do I get from the insurance?',
        82,
      ],
    ],
    settled: { ...BIKE, lang: 'en', items: [['bicycle', 2_400, true]] },
  },
  {
    kind: 'template',
    texts: [
      [
        'Glass claim of 412.50 euros at workshop Brandt, invoice 30771 of 3 March. Check it and calculate the payout.',
        83,
      ],
      [
        'Glass claim of 286.00 euros at workshop Ostrow, invoice 30914 of 9 March. Check it and calculate the payout.',
        84,
      ],
      [
        'Glass claim of 655.20 euros at workshop Velten, invoice 31102 of 17 March. Check it and calculate the payout.',
        85,
      ],
      [
        'Glass claim of 198.75 euros at workshop Harmsen, invoice 31240 of 21 March. Check it and calculate the payout.',
        86,
      ],
    ],
    settled: {
      lang: 'en',
      items: [['windscreen', 524.5, true]],
      excess: 150,
      clause: '4.2',
      rationale: 'Glass is covered less the excess of 150.',
    },
  },
];

/** One sample a text, with attempts of its own. */
export function makeFamilies(random: Random): DemoSample[] {
  return FAMILIES.flatMap(({ texts, settled }) =>
    texts.map(([text, claim]) => makeClaim({ ...settled, text }, claim, random)),
  );
}
