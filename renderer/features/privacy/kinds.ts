import {
  IconBuildingBank,
  IconCreditCard,
  IconFolder,
  IconId,
  IconKey,
  IconMail,
  IconMapPin,
  IconNetwork,
  IconPassword,
  IconPhone,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { PRIVATE_KINDS, type PrivateKind } from '../../../shared/model/privacy.ts';

/** A kind is told by its icon and its word, not by colour. */
export const KIND_ICONS: Readonly<Record<PrivateKind, Icon>> = {
  secret: IconKey,
  secret_value: IconPassword,
  email: IconMail,
  iban: IconBuildingBank,
  card: IconCreditCard,
  national_id: IconId,
  phone: IconPhone,
  ip: IconNetwork,
  home_path: IconFolder,
  address: IconMapPin,
  person: IconUser,
};

export type KindCounts = Readonly<Partial<Record<PrivateKind, number>>>;

/** @returns the kinds that were counted, the most frequent first */
export function countedKinds(counts: KindCounts): readonly (readonly [kind: PrivateKind, count: number])[] {
  return PRIVATE_KINDS.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [[kind, count] as const];
  }).toSorted((a, b) => b[1] - a[1]);
}

/** @returns how many there are of all kinds */
export function sumOf(counts: KindCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
