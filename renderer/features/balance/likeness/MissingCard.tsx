import { Button } from '@mantine/core';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { MissingCell } from '../../../../shared/model/likeness.ts';
import { samplesHref } from '../../../data/navigation.ts';
import { formatCount } from '../../../i18n/format.ts';
import { markedText } from '../../../trace/visible-text.ts';
import { Card } from '../../../ui/Card.tsx';
import classes from './likeness.module.css';
import { formatShare, within } from './likeness-text.ts';
import { ProposeDialog } from './ProposeDialog.tsx';

type Props = { readonly cells: readonly MissingCell[]; readonly filter: string; readonly canWrite: boolean };

/** Cells that production has more of, the widest gap first, each with samples to add. */
export function MissingCard({ cells, filter, canWrite }: Props) {
  const { t } = useTranslation('likeness');
  const [proposed, setProposed] = useState<MissingCell | null>(null);
  return (
    <Card title={t('missing.title')} fact={t('missing.fact')} className={classes.wideCard}>
      {cells.length === 0 ? (
        <p className={`${classes.quiet ?? ''} ${classes.body ?? ''}`}>{t('missing.empty')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('missing.cell')}</th>
              <th scope="col">{t('missing.production')}</th>
              <th scope="col">{t('missing.here')}</th>
              <th scope="col">{t('missing.toAdd')}</th>
              <th aria-hidden />
            </tr>
          </thead>
          <tbody>
            {cells.map((cell) => {
              const name = { facet: cell.facetTitle, label: markedText(cell.label) };
              return (
                <tr key={`${cell.facet} ${cell.value}`}>
                  <th scope="row">
                    <span className="t3">{cell.facetTitle}</span> {name.label}
                  </th>
                  <td>{formatShare(cell.production)} %</td>
                  <td>
                    <Link
                      href={samplesHref(within(filter, cell.term))}
                      className={classes.number}
                      aria-label={t('missing.open', name)}
                    >
                      {formatShare(cell.curated)} %
                    </Link>
                  </td>
                  <td>{formatCount(cell.toAdd)}</td>
                  <td>
                    <Button
                      size="xs"
                      leftSection={<IconPlaylistAdd size={14} aria-hidden />}
                      aria-label={t('missing.proposeFor', name)}
                      onClick={() => setProposed(cell)}
                    >
                      {t('missing.propose')}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {proposed === null ? null : (
        <ProposeDialog cell={proposed} canWrite={canWrite} onClose={() => setProposed(null)} />
      )}
    </Card>
  );
}
