import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export type VerdictName = 'accept' | 'needs_work' | 'reject' | 'skip';

const ICONS = {
  accept: { Icon: IconCircleCheckFilled, color: 'var(--ok-solid)' },
  needs_work: { Icon: IconAlertTriangleFilled, color: 'var(--warn-solid)' },
  reject: { Icon: IconCircleXFilled, color: 'var(--err-solid)' },
  skip: { Icon: IconPlayerSkipForward, color: 'var(--text-3)' },
} as const;

/** Filled icons are for verdicts only; null is "not yet". */
export function VerdictIcon({
  verdict,
  size = 14,
  isMute = false,
}: {
  verdict: VerdictName | null;
  size?: number;
  isMute?: boolean;
}) {
  const { t } = useTranslation();
  if (verdict === null) return <IconCircleDashed size={size} color="var(--text-3)" aria-hidden />;
  const { Icon, color } = ICONS[verdict];
  if (isMute) return <Icon size={size} color={color} aria-hidden />;
  return <Icon size={size} color={color} role="img" aria-label={t(`verdict.${verdict}`)} />;
}
