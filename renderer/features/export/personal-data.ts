import type { ExportProblem } from '../../../shared/model/problem.ts';

/** @returns findings that stand in the way of an export: open ones, without those that the policy keeps */
export function openPersonalData(kinds: readonly { readonly open: number; readonly kept: number }[]): number {
  return kinds.reduce((sum, { open, kept }) => sum + open - kept, 0);
}

/** @returns the address of the findings in the samples of a filter */
export function privacyHref(filter: string): string {
  return filter === '' ? '/privacy' : `/privacy?${new URLSearchParams({ filter }).toString()}`;
}

/** @returns whether a package is refused because personal data is open or was not looked for */
export function isPrivacyBlock({ severity, code }: Pick<ExportProblem, 'severity' | 'code'>): boolean {
  return severity === 'error' && (code === 'personal_data_open' || code === 'personal_data_unscanned');
}
