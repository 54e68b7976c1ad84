import { expect, test } from 'vitest';
import { actionOf, type PrivacyPolicy } from '../../../shared/model/privacy.ts';
import { isField, rulesOf, withKind, withoutRule, withRule } from './policy-rules.ts';

const EMPTY: PrivacyPolicy = { kinds: {}, fields: {} };

test('a rule for a kind in a field is added, listed and taken away again', () => {
  const rule = { field: 'reference.customer', kind: 'person', action: 'keep' } as const;
  const policy = withRule(EMPTY, rule);
  expect(rulesOf(policy)).toEqual([rule]);
  expect(actionOf(policy, 'person', 'reference.customer')).toBe('keep');
  expect(actionOf(policy, 'email', 'reference.customer')).toBe('mask');
  expect(withoutRule(policy, rule)).toEqual(EMPTY);
});

test('a rule for all kinds of a field takes the place of those for single kinds', () => {
  const single = withRule(EMPTY, { field: 'tools', kind: 'ip', action: 'drop' });
  const all = withRule(single, { field: 'tools', kind: null, action: 'keep' });
  expect(rulesOf(all)).toEqual([{ field: 'tools', kind: null, action: 'keep' }]);
  expect(withoutRule(all, { field: 'tools', kind: null, action: 'keep' })).toEqual(EMPTY);
});

test('one of two rules of a field goes and the other stays', () => {
  const first = { field: 'prompt', kind: 'ip', action: 'keep' } as const;
  const second = { field: 'prompt', kind: 'email', action: 'drop' } as const;
  const policy = withRule(withRule(withKind(EMPTY, 'person', 'keep'), first), second);
  expect(rulesOf(withoutRule(policy, first))).toEqual([second]);
  expect(policy.kinds).toEqual({ person: 'keep' });
});

test('knows the names of fields', () => {
  expect(['prompt', 'reference.*', 'reference.customer name'].every(isField)).toBe(true);
  expect(['', 'reference.', 'title', 'Prompt'].some(isField)).toBe(false);
});
