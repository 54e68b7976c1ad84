import { Button, Group, Modal, SegmentedControl, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sampleRef, type SampleId } from '../../../shared/model/ids.ts';
import type { SimilarRow, SimilarScope } from '../../../shared/model/similar.ts';
import type { Output } from '../../data/methods.ts';
import { useJob } from '../../data/use-job.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount, formatPercent, formatScore } from '../../i18n/format.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { Note, ToneBadge, type Tone } from '../../ui/Badges.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';

import classes from './similar.module.css';

type SimilarDialogProps = {
  readonly sampleId: SampleId;
  readonly canWrite: boolean;
  readonly onOpen: (sampleId: SampleId) => void;
  readonly onClose: () => void;
};
type Answer = Output<'duplicates.similar'>;

const SCOPES = ['prompt', 'trajectory', 'reference'] as const satisfies readonly SimilarScope[];
const TONES = { exact: 'err', near: 'warn', semantic: 'accent' } as const satisfies Record<SimilarRow['kind'], Tone>;

/** The samples most like the one that is read, each opening. */
export function SimilarDialog({ sampleId, canWrite, onOpen, onClose }: SimilarDialogProps) {
  const { t } = useTranslation('samples');
  const [scope, setScope] = useState<SimilarScope>('prompt');
  const query = useRpcQuery('duplicates.similar', { sampleId, scope }, { keepPrevious: true });
  return (
    <Modal opened onClose={onClose} size={640} title={t('similar.title', { ref: sampleRef(sampleId) })}>
      <Stack gap={12}>
        <SegmentedControl
          aria-label={t('similar.scope')}
          value={scope}
          onChange={setScope}
          data={SCOPES.map((value) => ({ value, label: t(`similar.scopes.${value}`) }))}
        />
        <ListStates query={query}>
          {(answer) => (
            <>
              <ScanState answer={answer} scope={scope} canWrite={canWrite} />
              <SimilarList answer={answer} onOpen={onOpen} />
            </>
          )}
        </ListStates>
      </Stack>
    </Modal>
  );
}

/** Whether the comparison is there and as the samples are, with a way to make it so. */
function ScanState({ answer, scope, canWrite }: { answer: Answer; scope: SimilarScope; canWrite: boolean }) {
  const { t } = useTranslation('samples');
  const job = useJob('duplicates.scan');
  const { near, semantic } = answer;
  const changed = Math.max(near?.changed ?? 0, semantic?.changed ?? 0);
  if (near?.stale === false && semantic?.stale === false) return <Methods answer={answer} />;
  const isMissing = near === null || semantic === null;
  return (
    <Note tone={isMissing ? 'neutral' : 'warn'}>
      <Group gap={8} justify="space-between" wrap="nowrap">
        <span>{isMissing ? t('similar.unscanned') : t('similar.stale', { count: changed })}</span>
        {canWrite ? (
          <Button
            loading={job.isRunning}
            onClick={() => void job.start({ scopes: [scope], kinds: ['near', 'semantic'] })}
          >
            {job.share === null ? t('similar.scan') : t('similar.scanning', { share: formatPercent(job.share) })}
          </Button>
        ) : null}
      </Group>
    </Note>
  );
}

/** Which measure compared how many: English by meaning, other languages by parts of words. */
function Methods({ answer }: { answer: Answer }) {
  const { t } = useTranslation('samples');
  const embedders = answer.semantic?.method.embedders ?? [];
  const words = embedders.map(({ embedder, count }) =>
    t(`similar.embedders.${embedder}`, { count: count, samples: formatCount(count) }),
  );
  return (
    <>
      <p className={`meta ${classes.methods ?? ''}`}>{t('similar.compared', { how: words.join(', ') })}</p>
      {answer.semantic?.method.search === 'lsh' ? (
        <p className={`meta ${classes.methods ?? ''}`}>{t('similar.hashed')}</p>
      ) : null}
      {[answer.near, answer.semantic].some((scan) => scan?.method.kept === 'strongest') ? (
        <p className={`meta ${classes.methods ?? ''}`}>{t('similar.strongest')}</p>
      ) : null}
    </>
  );
}

function SimilarList({ answer, onOpen }: { answer: Answer; onOpen: (sampleId: SampleId) => void }) {
  const { t } = useTranslation(['samples', 'common']);
  const { rows, total, near, semantic } = answer;
  if (rows.length === 0)
    return near === null && semantic === null ? null : (
      <EmptyState title={t('samples:similar.none')} text={t('samples:similar.noneText')} />
    );
  return (
    <>
      <ul className={classes.list} aria-label={t('samples:similar.list')}>
        {rows.map((row) => (
          <li key={row.sampleId}>
            <UnstyledButton className={classes.row} onClick={() => onOpen(row.sampleId)}>
              <span className="mono t3">{sampleRef(row.sampleId)}</span>
              <span className={`ell ${classes.title ?? ''}`} dir="auto">
                <VisibleText text={row.title === '' ? t('samples:table.untitled') : row.title} />
              </span>
              <span className="t3 ell">{row.sourceName}</span>
              <ToneBadge tone={TONES[row.kind]}>{t(`samples:similar.kinds.${row.kind}`)}</ToneBadge>
              <span className="num">{formatScore(row.similarity)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {total > rows.length ? <p className="meta">{t('samples:similar.more', { count: total - rows.length })}</p> : null}
    </>
  );
}
