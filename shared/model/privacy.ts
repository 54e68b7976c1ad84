import { z } from 'zod';

/** Kinds of private data, in the order in which one stretch of text is called by the first that fits. */
export const PRIVATE_KINDS = [
  'secret',
  'secret_value',
  'email',
  'iban',
  'card',
  'national_id',
  'phone',
  'ip',
  'home_path',
  'address',
  'person',
] as const;
export const PrivateKind = z.enum(PRIVATE_KINDS);
export type PrivateKind = z.infer<typeof PrivateKind>;

/** Kinds that are found by pattern and dictionary only: what is found is likely right, what is not found may be there. */
export const PARTIAL_KINDS: readonly PrivateKind[] = ['address', 'person'];

/** What a kind is called where it is masked (`EMAIL_2`) and in words (`[email removed]`, "3 e-mail addresses"). */
export const KIND_WORDS = {
  secret: { token: 'SECRET', one: 'key or token', many: 'keys and tokens' },
  secret_value: { token: 'PASSWORD', one: 'password', many: 'passwords' },
  email: { token: 'EMAIL', one: 'e-mail address', many: 'e-mail addresses' },
  iban: { token: 'IBAN', one: 'bank account', many: 'bank accounts' },
  card: { token: 'CARD', one: 'card number', many: 'card numbers' },
  national_id: { token: 'NATIONAL_ID', one: 'national id', many: 'national ids' },
  phone: { token: 'PHONE', one: 'phone number', many: 'phone numbers' },
  ip: { token: 'IP', one: 'IP address', many: 'IP addresses' },
  home_path: { token: 'USER', one: 'user name in a path', many: 'user names in paths' },
  address: { token: 'ADDRESS', one: 'street address', many: 'street addresses' },
  person: { token: 'PERSON', one: 'person name', many: 'person names' },
} as const satisfies Readonly<
  Record<PrivateKind, { readonly token: string; readonly one: string; readonly many: string }>
>;

/** `mask`: shown as a token that can be turned back. `drop`: replaced by a fixed mark for good. `keep`: left as it is. */
export const PrivacyAction = z.enum(['mask', 'keep', 'drop']);
export type PrivacyAction = z.infer<typeof PrivacyAction>;

/**
 * Where a text stands: `prompt`, `answers`, `reasoning`, `arguments`, `results`, `tools`, `extras`, or `reference.NAME`;
 * in a policy also `reference.*`.
 */
export const PrivacyField = z
  .string()
  .max(200)
  .regex(/^(?:prompt|answers|reasoning|arguments|results|tools|extras|reference\..+)$/u, {
    error: 'Fields are prompt, answers, reasoning, arguments, results, tools, extras, reference.NAME and reference.*',
  });

/**
 * What is done with each kind. A field's own word stands over the kind's: `reference.NAME` over `reference.*` over `kinds`;
 * inside a field a word for the kind stands over one for all. Kinds without a word are masked.
 */
export const PrivacyPolicy = z.object({
  kinds: z.partialRecord(PrivateKind, PrivacyAction).default({}),
  fields: z.record(PrivacyField, z.union([PrivacyAction, z.partialRecord(PrivateKind, PrivacyAction)])).default({}),
});
export type PrivacyPolicy = z.infer<typeof PrivacyPolicy>;

/** @returns what a policy does with a finding of a kind in a field */
export function actionOf(policy: PrivacyPolicy, kind: PrivateKind, field: string): PrivacyAction {
  for (const name of field.startsWith('reference.') ? [field, 'reference.*'] : [field]) {
    const rule = policy.fields[name];
    const action = typeof rule === 'string' ? rule : rule?.[kind];
    if (action !== undefined) return action;
  }
  return policy.kinds[kind] ?? 'mask';
}

/** Rules of flags that a privacy scan raises: what opens doors, and what is about a person. */
export const PRIVACY_RULES = ['secret', 'personal-data'] as const;

/** @returns the rule that findings of a kind are flagged under */
export function privacyRule(kind: PrivateKind): (typeof PRIVACY_RULES)[number] {
  return kind === 'secret' || kind === 'secret_value' ? 'secret' : 'personal-data';
}
