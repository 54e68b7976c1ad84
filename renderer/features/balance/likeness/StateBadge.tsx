import { IconAlertTriangle, IconArrowsHorizontal, IconCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { GateState } from '../../../../shared/model/likeness.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { stateTone } from './likeness-text.ts';

const ICONS = { pass: IconCheck, watch: IconAlertTriangle, stop: IconCircleX, unmeasured: IconCircleDashed } as const;

type Props = { readonly state: GateState; readonly isWide: boolean; readonly children: ReactNode };

/** A value or word with what the gate says of it, as icon and colour. */
export function StateBadge({ state, isWide, children }: Props) {
  const Icon = isWide ? IconArrowsHorizontal : ICONS[state];
  return (
    <ToneBadge tone={stateTone({ state, isWide })} icon={<Icon size={12} aria-hidden />}>
      {children}
    </ToneBadge>
  );
}
