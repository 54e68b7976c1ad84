import {
  PrivacyField,
  type PrivacyAction,
  type PrivacyPolicy,
  type PrivateKind,
} from '../../../shared/model/privacy.ts';

/** One line of the policy about a field; a null kind stands for all. */
export type FieldRule = { readonly field: string; readonly kind: PrivateKind | null; readonly action: PrivacyAction };

export const FIELD_NAMES = [
  'prompt',
  'answers',
  'reasoning',
  'arguments',
  'results',
  'tools',
  'extras',
  'reference.*',
] as const;

/** @returns the policy's words about fields, one line each */
export function rulesOf(policy: PrivacyPolicy): readonly FieldRule[] {
  return Object.entries(policy.fields).flatMap(([field, rule]): FieldRule[] =>
    typeof rule === 'string'
      ? [{ field, kind: null, action: rule }]
      : Object.entries(rule).map(([kind, action]) => ({ field, kind: kind as PrivateKind, action })),
  );
}

/** @returns whether a policy can name this field */
export function isField(text: string): boolean {
  return PrivacyField.safeParse(text).success;
}

/** @returns the policy with another word for a kind */
export function withKind(policy: PrivacyPolicy, kind: PrivateKind, action: PrivacyAction): PrivacyPolicy {
  return { ...policy, kinds: { ...policy.kinds, [kind]: action } };
}

/** @returns the policy with one more rule; a word for all kinds of a field takes the place of those for single ones */
export function withRule(policy: PrivacyPolicy, { field, kind, action }: FieldRule): PrivacyPolicy {
  if (kind === null) return { ...policy, fields: { ...policy.fields, [field]: action } };
  const before = policy.fields[field];
  const kinds = typeof before === 'object' ? before : {};
  return { ...policy, fields: { ...policy.fields, [field]: { ...kinds, [kind]: action } } };
}

/** @returns the policy without a rule; a field without rules is not named any more */
export function withoutRule(policy: PrivacyPolicy, { field, kind }: FieldRule): PrivacyPolicy {
  const { [field]: before, ...others } = policy.fields;
  if (kind === null || typeof before !== 'object') return { ...policy, fields: others };
  const left = Object.fromEntries(Object.entries(before).filter(([name]) => name !== kind));
  return { ...policy, fields: Object.keys(left).length === 0 ? others : { ...others, [field]: left } };
}
