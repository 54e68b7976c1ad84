import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { Note } from '../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import { countedKinds, sumOf, type KindCounts } from './kinds.ts';
import { KindName } from './KindName.tsx';
import classes from './privacy.module.css';
import type { Scope } from './use-scope.ts';

type MaskDialogProps = {
  readonly scope: Scope['scope'];
  readonly isOff: boolean;
  readonly onMask: () => void;
  readonly onClose: () => void;
};

/** What masking would do, counted, before anything is written. */
export function MaskDialog({ scope, isOff, onMask, onClose }: MaskDialogProps) {
  const { t } = useTranslation(['privacy', 'common']);
  const query = useRpcQuery('privacy.preview', { ...scope, policy: null, limit: 0 });
  const count = query.data?.findings ?? 0;
  return (
    <Modal opened onClose={onClose} title={t('privacy:mask.title', { count })} size={440}>
      <Stack gap={16}>
        <ListStates query={query} skeleton={<RowSkeleton rows={4} height={28} />}>
          {(data) => (
            <>
              <Text size="md" c="var(--text-2)">
                {t('privacy:mask.text', { count: data.samples })}
                {scope.filter === undefined || scope.filter === '' ? null : (
                  <> {t('privacy:mask.scope', { filter: scope.filter })}</>
                )}
              </Text>
              <Counts title={t('privacy:mask.masked')} counts={data.masked} />
              <Counts title={t('privacy:mask.dropped')} counts={data.dropped} />
              {sumOf(data.dropped) > 0 ? <Note tone="warn">{t('privacy:mask.dropNote')}</Note> : null}
              <Counts title={t('privacy:mask.kept')} counts={data.kept} />
              {data.unscanned > 0 ? (
                <Note tone="warn">{t('privacy:mask.unscanned', { count: data.unscanned })}</Note>
              ) : null}
            </>
          )}
        </ListStates>
        <Group justify="flex-end" gap={8}>
          <Button size="md" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button size="md" variant="filled" data-autofocus disabled={isOff || count === 0} onClick={onMask}>
            {t('privacy:mask.action', { count })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Counts({ title, counts }: { readonly title: string; readonly counts: KindCounts }) {
  const kinds = countedKinds(counts);
  if (kinds.length === 0) return null;
  return (
    <section className={classes.counts} aria-label={title}>
      <h3>
        {title}
        <span className="num">{formatCount(sumOf(counts))}</span>
      </h3>
      <ul>
        {kinds.map(([kind, count]) => (
          <li key={kind}>
            <KindName kind={kind} />
            <span className="num">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
