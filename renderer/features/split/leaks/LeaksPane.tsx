import { useState } from 'react';
import { ListStates } from '../../../ui/ListStates.tsx';
import { AcceptDialog } from './AcceptDialog.tsx';
import { CompareDialog } from './CompareDialog.tsx';
import { LeakCheckCard } from './LeakCheckCard.tsx';
import { PairsCard } from './PairsCard.tsx';
import { useLeakCommands } from './use-leak-commands.ts';
import { useLeaks } from './use-leaks.ts';

export type PairDialog = 'accept' | 'compare';

type Props = { readonly canWrite: boolean; readonly hasTest: boolean };

/** What one side gives away to another, and what to do about it. */
export function LeaksPane({ canWrite, hasTest }: Props) {
  const leaks = useLeaks(canWrite, hasTest);
  const [dialog, setDialog] = useState<PairDialog | null>(null);
  useLeakCommands(leaks, setDialog);
  const close = (): void => setDialog(null);
  const { open } = leaks;
  return (
    <ListStates query={leaks.summary}>
      {(summary) => (
        <>
          <LeakCheckCard leaks={leaks} summary={summary} />
          <PairsCard leaks={leaks} summary={summary} onDialog={setDialog} />
          {open === null ? null : (
            <>
              <AcceptDialog
                pair={open}
                isOpen={dialog === 'accept'}
                onAccept={(reason) => {
                  leaks.accept(open, reason);
                  close();
                }}
                onClose={close}
              />
              <CompareDialog pair={open} isOpen={dialog === 'compare'} onClose={close} />
            </>
          )}
        </>
      )}
    </ListStates>
  );
}
