import { Button } from '@mantine/core';
import { IconAccessPoint, IconLayoutSidebarRightCollapse } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParam } from '../../../data/navigation.ts';
import { usePaneSizes } from '../../../data/use-pane-sizes.ts';
import { PaneLayout } from '../../../ui/PaneLayout.tsx';
import { LivePane } from './LivePane.tsx';
import { LiveSettingsDialog } from './LiveSettingsDialog.tsx';
import type { LivePaneState } from './use-live-pane.ts';
import classes from './live.module.css';

const TOGGLE_ID = 'live-pane-toggle';

/** Shows and hides the pane; its words go once the pane says them. */
export function LivePaneToggle({ pane }: { readonly pane: LivePaneState }) {
  const { t } = useTranslation('live');
  const Icon = pane.isOpen ? IconLayoutSidebarRightCollapse : IconAccessPoint;
  return (
    <Button
      id={TOGGLE_ID}
      variant={pane.isOpen ? 'subtle' : 'default'}
      aria-expanded={pane.isOpen}
      aria-label={pane.isOpen ? t('pane.hide') : t('pane.show')}
      title={pane.isOpen ? t('pane.hide') : t('pane.show')}
      className={pane.isOpen ? classes.toggle : undefined}
      leftSection={pane.isOpen ? undefined : <Icon size={14} aria-hidden />}
      onClick={() => pane.setOpen(!pane.isOpen)}
    >
      {pane.isOpen ? <Icon size={16} aria-hidden /> : t('title')}
    </Button>
  );
}

type FrameProps = { readonly pane: LivePaneState; readonly canWrite: boolean; readonly children: ReactNode };

/** What was collected, and beside it what is being collected. */
export function LiveFrame({ pane, canWrite, children }: FrameProps) {
  const { t } = useTranslation(['live', 'collect']);
  const sizes = usePaneSizes('collect');
  const [shown, setShown] = useSearchParam('live');
  const live = <LivePane canWrite={canWrite} onSettings={() => setShown('settings', { replace: true })} />;
  return (
    <div className={classes.frame}>
      {pane.isOpen && pane.isWide ? (
        <PaneLayout
          {...sizes}
          panes={[
            {
              key: 'collected',
              label: t('collect:panes.collected'),
              size: 1,
              min: '400px',
              className: classes.collected,
              children,
            },
            {
              key: 'live',
              label: t('live:title'),
              size: '336px',
              min: '280px',
              max: '560px',
              className: classes.pane,
              children: live,
            },
          ]}
        />
      ) : (
        <div className={classes.collected}>{children}</div>
      )}
      {pane.isOpen && !pane.isWide ? <Over onClose={() => pane.setOpen(false)}>{live}</Over> : null}
      {shown === 'settings' ? (
        <LiveSettingsDialog canWrite={canWrite} onClose={() => setShown(null, { replace: true })} />
      ) : null}
    </div>
  );
}

/** Over the sources, in narrow windows. Esc puts it away. */
function Over({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const { t } = useTranslation('live');
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  function onKeyDown(event: KeyboardEvent): void {
    // Dialogs of the pane close first; they stand elsewhere in the page.
    const isInside = event.target instanceof Element && ref.current?.contains(event.target) === true;
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
    onClose();
    document.getElementById(TOGGLE_ID)?.focus();
  }
  return (
    // A key for the whole pane, not a control.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={ref}
      className={`${classes.pane} ${classes.over}`}
      aria-label={t('title')}
      data-pane="live"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {children}
    </section>
  );
}
