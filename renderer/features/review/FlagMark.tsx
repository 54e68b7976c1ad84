import { IconAlertTriangle, IconFlag, IconInfoCircle } from '@tabler/icons-react';
import type { Flag } from '../../../shared/model/sample.ts';

/** A flag's gravity as a shape and a colour; its title stands beside it. */
export function FlagMark({ severity }: { readonly severity: Flag['severity'] }) {
  if (severity === 'error') return <IconAlertTriangle size={16} className="c-err" aria-hidden />;
  if (severity === 'warn') return <IconFlag size={16} className="c-warn" aria-hidden />;
  return <IconInfoCircle size={16} className="t3" aria-hidden />;
}
