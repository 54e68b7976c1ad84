import { describe, expect, it } from 'vitest';
import { families, templateOf } from './families.ts';

describe('templateOf', () => {
  it.each([
    ['John Smith wants 3 tickets for $45.00.', '⟨name⟩ wants ⟨n⟩ tickets for ⟨amount⟩.'],
    [
      'Pay 5,00 € to a.b@desk.example at 5:30 pm on 2026-05-01 for P-0042',
      'Pay ⟨amount⟩ to ⟨email⟩ at ⟨time⟩ on ⟨date⟩ for ⟨id⟩',
    ],
    ['Find New York hotels', 'Find ⟨name⟩ hotels'],
    ['What is “the red one” of Adriel’s?', 'What is ⟨quoted⟩ of ⟨name⟩’s?'],
    ["Don't say I can't, it's Anna's turn", "Don't say I can't, it's ⟨name⟩'s turn"],
    ['See  https://desk.example/a?b=1\nnow', 'See ⟨url⟩ now'],
    ['Where is user mia_li_3668, flight HAT136, hash 9f86d081?', 'Where is user ⟨id⟩, flight ⟨id⟩, hash ⟨id⟩?'],
    ['Book it. Then tell me. I will wait', 'Book it. Then tell me. I will wait'],
    ['STOP THE BELT NOW PLEASE', 'STOP THE BELT NOW PLEASE'],
  ])('reads %j as %j', (text, template) => {
    expect(templateOf(text)).toBe(template);
  });
});

it.each(['a_', 'a@', '1,,', '$', "'", 'A-', '. ', 'a1-', '@a.'])(
  'reads %j twenty thousand times over without choking',
  (part) => {
    const text = part.repeat(20_000);
    expect(families([text, `${text}!`])).toEqual([]);
  },
);

describe('families', () => {
  it('shows texts that differ in numbers only as one family (T37)', () => {
    const road = (number: number, county: string): string =>
      `What is the length of Texas Farm to Market Road ${number} (FM ${number}) that lies in ${county} County?`;
    const texts = [road(1506, 'Lamar'), 'Where does the road end?', road(1507, 'Lamar'), road(1508, 'Lamar')];
    expect(families(texts)).toEqual([
      {
        template: 'What is the length of ⟨name⟩ to ⟨name⟩ ⟨n⟩ (⟨name⟩ ⟨n⟩) that lies in ⟨name⟩?',
        members: [0, 2, 3],
      },
    ]);
  });

  it('is not a family when all texts are equal, and takes copies into one that is', () => {
    expect(families(['Refund parcel 7 for me', 'Refund parcel 7 for me'])).toEqual([]);
    expect(families(['Refund parcel 7 for me', 'Refund parcel 8 for me', 'Refund parcel 7 for me'])).toEqual([
      { template: 'Refund parcel ⟨n⟩ for me', members: [0, 1, 2] },
    ]);
  });

  it('is one when only the sign of a number differs', () => {
    expect(families(['The depot was at -5 at noon', 'The depot was at 5 at noon'])[0]?.template).toBe(
      'The depot was at ⟨n⟩ at noon',
    );
  });

  it('shows one sign for slots of different kinds', () => {
    expect(families(['Refund parcel 7 for me', 'Refund parcel P-7 for me'])).toEqual([
      { template: 'Refund parcel ⟨…⟩ for me', members: [0, 1] },
    ]);
  });

  it('needs three fixed words', () => {
    expect(families(['Parcel 7 now', 'Parcel 8 now', '', '12', '13'])).toEqual([]);
    expect(families(['包裹 7 在哪', '包裹 8 在哪'])).toHaveLength(1);
  });
});
