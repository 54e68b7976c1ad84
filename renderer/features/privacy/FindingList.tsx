import { useVirtualizer } from '@tanstack/react-virtual';
import { createElement, useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivacyFinding } from '../../../shared/contract/privacy.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { ToneBadge } from '../../ui/Badges.tsx';
import { KIND_ICONS } from './kinds.ts';
import classes from './privacy.module.css';
import type { Findings } from './use-findings.ts';

const ROW_PX = 52;
/** What is drawn where nothing can be measured. */
const RECT = { width: 400, height: 600 };

/** Only rows in sight exist; the keyboard works on positions. */
export function FindingList({ findings }: { readonly findings: Findings }) {
  const { t } = useTranslation('privacy');
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { total, at, see } = findings;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions stay inside this component
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 6,
    initialRect: RECT,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  useEffect(() => see(from, to), [see, from, to]);
  const scrollTo = virtualizer.scrollToIndex;
  useEffect(() => scrollTo(at, { align: 'auto' }), [at, scrollTo]);

  function onKeyDown(event: KeyboardEvent): void {
    const to = moveOf(event.key, at, total);
    if (to === null) return;
    event.preventDefault();
    findings.pick(to);
  }
  return (
    <div
      ref={setScroller}
      className={classes.list}
      // A list box would keep the keys of the page to itself.
      role="grid"
      tabIndex={0}
      aria-label={t('list.label')}
      aria-rowcount={total}
      aria-activedescendant={items.some(({ index }) => index === at) ? `finding-${at}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtualizer.getTotalSize() }} role="rowgroup">
        {items.map(({ index, start }) => (
          // The grid has the keys of its rows.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={index}
            id={`finding-${index}`}
            role="row"
            tabIndex={-1}
            aria-selected={index === at}
            aria-rowindex={index + 1}
            className={classes.row}
            style={{ transform: `translateY(${start}px)` }}
            onClick={() => findings.pick(index)}
          >
            <div role="gridcell" className={classes.cell}>
              <Row finding={findings.rowAt(index)} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

const JUMP = 10;

function moveOf(key: string, at: number, total: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + JUMP,
    PageUp: at - JUMP,
    Home: 0,
    End: total - 1,
  };
  const to = moves[key];
  return to === undefined ? null : Math.max(0, Math.min(total - 1, to));
}

function Row({ finding }: { readonly finding: PrivacyFinding | undefined }) {
  const { t } = useTranslation('privacy');
  if (finding === undefined) return <span className={classes.waiting} />;
  const { kind, excerpt } = finding;
  const name = t(`kinds.${kind}`);
  return (
    <>
      <span className={classes.rowIcon} title={name}>
        {createElement(KIND_ICONS[kind], { size: 14, stroke: 1.9, role: 'img', 'aria-label': name })}
      </span>
      <span className={classes.rowText}>
        <span className={classes.rowLine} dir="auto">
          {excerpt === null ? (
            <span className="t2">{finding.hint}</span>
          ) : (
            <>
              <span className={classes.lead}>
                <bdi>
                  <VisibleText text={oneLine(excerpt.before.slice(-24))} />
                </bdi>
              </span>
              <mark className={classes.found}>
                <VisibleText text={oneLine(excerpt.found)} />
              </mark>
              <span className="t2">
                <VisibleText text={oneLine(excerpt.after)} />
              </span>
            </>
          )}
        </span>
        <span className={classes.rowMeta}>
          <span className="mono11">{sampleRef(finding.sampleId)}</span>
          <span className="ell">{finding.place}</span>
        </span>
      </span>
      {finding.state === 'dismissed' ? <ToneBadge>{t('list.dismissed')}</ToneBadge> : null}
      {finding.state === 'open' && finding.action === 'keep' ? <ToneBadge>{t('list.kept')}</ToneBadge> : null}
    </>
  );
}

/** @returns the text on one line, as long as it was */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\t]/gu, ' ');
}
