import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PRIVACY_RULES } from '../../../shared/model/privacy.ts';
import type { Flag } from '../../../shared/model/sample.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import classes from './viewer.module.css';

type PrivacyFlagsProps = { readonly sampleId: number; readonly flags: readonly Flag[] };

/** All findings of personal data as one badge: each is marked in its text, and listed on their page. */
export function PrivacyFlags({ sampleId, flags }: PrivacyFlagsProps) {
  const { t } = useTranslation('privacy');
  const count = flags.filter(isPrivacyFlag).length;
  if (count === 0) return null;
  return (
    <Link
      href={`/privacy?${new URLSearchParams({ filter: `id:${sampleId}` }).toString()}`}
      className={classes.badge}
      // The badge is its own mark.
      style={{ textDecoration: 'none' }}
      aria-label={t('trace.openFindings', { count })}
    >
      <ToneBadge tone="warn" icon={<IconShieldLock size={12} aria-hidden />}>
        <span className={classes.flagText}>{t('trace.findings', { count })}</span>
      </ToneBadge>
    </Link>
  );
}

/** @returns whether a flag is a finding of personal data or of a secret */
export function isPrivacyFlag({ ruleId }: Pick<Flag, 'ruleId'>): boolean {
  return PRIVACY_RULES.some((rule) => rule === ruleId);
}
