import { beforeAll, describe, expect, it } from 'vitest';
import { initTexts } from '../../../i18n/index.ts';
import { formatDrift, formatPoints, formatShare, stateText, stateTone, within } from './likeness-text.ts';

beforeAll(initTexts);

describe('the words of likeness', () => {
  it('write drift with three decimals, shares with one, and mark differences of five points or more', () => {
    expect([formatDrift(0.0839), formatShare(0.2984)]).toEqual(['0.084', '29.8']);
    expect([0.084, -0.0499, -0.0001, 0.0501, -0.115].map(formatPoints)).toEqual([
      { text: '+8.4', isMarked: true },
      { text: '−5.0', isMarked: true },
      { text: '0.0', isMarked: false },
      { text: '+5.0', isMarked: true },
      { text: '−11.5', isMarked: true },
    ]);
  });

  it('call a small set wide, and never red', () => {
    const wide = { state: 'watch', isWide: true, high: 0.4 } as const;
    expect([stateText(wide), stateTone(wide)]).toEqual(['Wide', 'neutral']);
    expect(stateText({ state: 'pass', isWide: false, high: 0.09 })).toBe('At most 0.10');
    expect(stateText({ state: 'watch', isWide: false, high: 0.1431 })).toBe('Up to 0.143');
    expect(stateText({ state: 'stop', isWide: false, high: 0.4 })).toBe('Over 0.20');
  });

  it('narrow a filter without changing what its “or” joins', () => {
    expect(within('', 'calls:0')).toBe('calls:0');
    expect(within('decision:include', 'calls:0')).toBe('decision:include calls:0');
    expect(within('lang:de or lang:fr', 'calls:0')).toBe('(lang:de or lang:fr) calls:0');
  });
});
