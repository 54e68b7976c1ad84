import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { flagTitle } from '../../../shared/model/flag-rules.ts';
import { sampleRef, type SampleId } from '../../../shared/model/ids.ts';
import { VerdictIcon } from '../../ui/VerdictIcon.tsx';
import classes from './review.module.css';
import { isOpen, type QueueItem } from './use-queue.ts';

type Props = {
  readonly items: readonly QueueItem[];
  readonly currentId: SampleId | null;
  readonly pending: number;
  readonly onPick: (id: SampleId) => void;
};

/** What is left to decide, then what was decided: those stay here and can be changed. */
export function QueueList({ items, currentId, pending, onPick }: Props) {
  const { t } = useTranslation('review');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <div className={classes.queue}>
      <div className={classes.queueHead}>
        <h2>{t('panes.queue')}</h2>
        <span className="meta t3">{t('queueLeft', { count: pending })}</span>
      </div>
      <ul ref={list} className={classes.queueList}>
        {items.map((item) => (
          <li key={item.sampleId}>
            <UnstyledButton
              className={classes.queueItem}
              aria-current={item.sampleId === currentId}
              data-done={!isOpen(item) || undefined}
              onClick={() => onPick(item.sampleId)}
            >
              <span className="ell">{item.title}</span>
              <span className={classes.queueMeta}>
                <span className="mono11 t3">{sampleRef(item.sampleId)}</span>
                {isOpen(item) ? (
                  <span className="ell meta t3">
                    {item.flags[0] === undefined ? t(`states.${item.state}`) : flagTitle(item.flags[0])}
                  </span>
                ) : (
                  <span className={classes.queueVerdict}>
                    <VerdictIcon verdict={item.verdict} size={12} />{' '}
                    {item.verdict === null ? '' : t(`verdicts.${item.verdict}`)}
                  </span>
                )}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
