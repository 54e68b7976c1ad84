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
