import type { PrivacyFinding } from '../../../shared/contract/privacy.ts';
import { samplesHref } from '../../data/navigation.ts';

/** @returns the address of a finding's sample, opened at the message it is in */
export function findingHref({ sampleId, flagId }: Pick<PrivacyFinding, 'sampleId' | 'flagId'>): string {
  return `${samplesHref('', sampleId)}&flag=${flagId}`;
}
