import { PRIVATE_KINDS } from '../../../shared/model/privacy.ts';
import { invariant } from '../../../shared/rpc/errors.ts';
import { email, homePath, ip, phone } from './detectors/contacts.ts';
import { card, iban, nationalId } from './detectors/numbers.ts';
import { address, person } from './detectors/people.ts';
import { secret, secretValue } from './detectors/secrets.ts';
import type { Detector } from './types.ts';

/** Everything that looks for private data. Where two find the same stretch, the kind that stands first has it. */
export const DETECTORS = [
  secret,
  secretValue,
  email,
  iban,
  card,
  nationalId,
  phone,
  ip,
  homePath,
  address,
  person,
] as const satisfies readonly Detector[];

invariant(
  DETECTORS.map(({ kind }) => kind).join() === PRIVATE_KINDS.join(),
  'every kind of private data has one detector, in the order of the kinds',
);
