import { Button, Modal, NumberInput } from '@mantine/core';
import { IconCheck, IconDice3, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { MissingCell } from '../../../../shared/model/likeness.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import { samplesHref } from '../../../data/navigation.ts';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { markedText } from '../../../trace/visible-text.ts';
import { ListStates } from '../../../ui/ListStates.tsx';
import classes from './likeness.module.css';

type Props = { readonly cell: MissingCell; readonly canWrite: boolean; readonly onClose: () => void };
const MOST_LISTED = 8;
const MOST = 10_000;

/** Which undecided samples would be included, before they are. */
export function ProposeDialog({ cell, canWrite, onClose }: Props) {
  const { t } = useTranslation('likeness');
  const [count, setCount] = useState(Math.min(MOST, cell.toAdd));
  const [seed, setSeed] = useState(1);
  const input = { facet: cell.facet, value: cell.value, count, seed };
  const query = useRpcQuery('likeness.propose', input, { keepPrevious: true });
  const include = useRpcCommand('likeness.include', { onSuccess: onClose });
  const title = t('propose.title', { facet: cell.facetTitle, label: markedText(cell.label) });
  const chosen = query.data?.chosen ?? [];
  return (
    <Modal opened onClose={onClose} title={title} size={520}>
      <ListStates query={query}>
        {(proposed) => (
          <div className={classes.dialog}>
            {proposed.available === 0 ? (
              <p>{t('propose.none')}</p>
            ) : (
              <>
                <p className="t2">{t('propose.available', { count: proposed.available })}</p>
                <div className={classes.dialogRow}>
                  <NumberInput
                    label={t('propose.count')}
                    value={count}
                    min={1}
                    max={MOST}
                    w={120}
                    data-autofocus
                    allowDecimal={false}
                    onChange={(value) => {
                      if (typeof value === 'number' && value >= 1) setCount(Math.min(MOST, Math.round(value)));
                    }}
                  />
                  <span className="meta t3">{t('propose.seed', { seed })}</span>
                  <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconDice3 size={14} aria-hidden />}
                    onClick={() => setSeed((value) => value + 1)}
                  >
                    {t('propose.draw')}
                  </Button>
                </div>
                <ul className={classes.chosen} aria-label={t('propose.list')}>
                  {proposed.chosen.slice(0, MOST_LISTED).map((sample) => (
                    <li key={sample.sampleId}>
                      <span className="mono11 t3">{sampleRef(sample.sampleId)}</span>{' '}
                      <span className="ell">{markedText(sample.title)}</span>
                    </li>
                  ))}
                  {proposed.chosen.length > MOST_LISTED ? (
                    <li className="t3">{t('propose.more', { count: proposed.chosen.length - MOST_LISTED })}</li>
                  ) : null}
                </ul>
              </>
            )}
            <div className={classes.dialogFoot}>
              {proposed.available === 0 ? null : (
                <Button
                  size="md"
                  component={Link}
                  href={samplesHref(fits(proposed.chosenFilter) ?? proposed.filter)}
                  leftSection={<IconEye size={14} aria-hidden />}
                >
                  {t('propose.show')}
                </Button>
              )}
              <span className={classes.spacer} />
              <Button size="md" onClick={onClose}>
                {t('propose.cancel')}
              </Button>
              {chosen.length === 0 ? null : (
                <Button
                  size="md"
                  variant="filled"
                  disabled={!canWrite}
                  loading={include.isPending}
                  leftSection={<IconCheck size={14} aria-hidden />}
                  onClick={() => void include.run(input)}
                >
                  {t('propose.include', { count: chosen.length })}
                </Button>
              )}
            </div>
          </div>
        )}
      </ListStates>
    </Modal>
  );
}

/** A filter can be at most this long. */
const LONGEST = 4_000;

function fits(filter: string | null): string | null {
  return filter !== null && filter.length <= LONGEST ? filter : null;
}
