import { Button, Checkbox, Group, Modal, Progress, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobResult, Output } from '../../data/methods.ts';
import { useJob } from '../../data/use-job.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { Note } from '../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './privacy.module.css';
import { readPurge, type PurgeForm, type PurgeInput, type PurgeProblem } from './purge-target.ts';

const WAIT_MS = 300;

/** Takes one person's data out for good: first what would go, then the confirmation, then what is left. */
export function PurgeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('privacy');
  const purge = useJob('privacy.purge');
  const failure = purge.job?.state === 'failed' ? purge.job.error?.message : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={!purge.isRunning}
      title={t(purge.result === null ? 'purge.title' : 'purge.doneTitle')}
      size={560}
    >
      {purge.result !== null ? (
        <Done result={purge.result} onClose={onClose} />
      ) : purge.isRunning ? (
        <Progress value={100} animated aria-label={t('progress.purge')} />
      ) : (
        <>
          {failure === undefined ? null : <Note tone="err">{t('purge.failed', { message: failure })}</Note>}
          <Form onPurge={(target) => void purge.start(target)} onClose={onClose} />
        </>
      )}
    </Modal>
  );
}

type FormProps = { readonly onPurge: (target: PurgeInput) => void; readonly onClose: () => void };

function Form({ onPurge, onClose }: FormProps) {
  const { t } = useTranslation(['privacy', 'common']);
  const [form, setForm] = useState<PurgeForm>({ text: '', deletes: false, filter: '' });
  const [typed, setTyped] = useState('');
  const { target, problem } = readPurge(form);
  const [asked] = useDebouncedValue(target, WAIT_MS);
  const isCurrent = JSON.stringify(asked) === JSON.stringify(target);
  const preview = useRpcQuery('privacy.purgePreview', asked, { gcTimeMs: 0 });
  const say = useProblemText();
  const isOn = (...kinds: PurgeProblem['kind'][]): string | null =>
    problem !== null && kinds.includes(problem.kind) ? say(problem) : null;
  const hasPlaces = preview.data !== undefined && (preview.data.samples > 0 || preview.data.places.length > 0);
  return (
    <Stack gap={16}>
      <Text size="md" c="var(--text-2)">
        {t('privacy:purge.intro')}
      </Text>
      <Textarea
        label={t('privacy:purge.values')}
        description={t('privacy:purge.valuesHint')}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        data-autofocus
        value={form.text}
        error={isOn('short', 'many')}
        onChange={(event) => setForm({ ...form, text: event.currentTarget.value })}
      />
      <Checkbox
        label={t('privacy:purge.deletes')}
        checked={form.deletes}
        onChange={(event) => setForm({ ...form, deletes: event.currentTarget.checked })}
      />
      {form.deletes ? (
        <TextInput
          label={t('privacy:purge.filter')}
          description={t('privacy:purge.filterHint')}
          value={form.filter}
          error={isOn('noFilter', 'badFilter')}
          onChange={(event) => setForm({ ...form, filter: event.currentTarget.value })}
        />
      ) : null}
      {asked === null || target === null ? null : (
        <ListStates query={preview} skeleton={<RowSkeleton rows={3} height={28} />}>
          {(found) => <Found found={found} />}
        </ListStates>
      )}
      <TextInput
        label={t('privacy:purge.confirm', { word: t('privacy:purge.word') })}
        autoComplete="off"
        disabled={target === null}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap={8}>
        <Button size="md" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          size="md"
          variant="outline"
          color="var(--err)"
          disabled={target === null || !isCurrent || !hasPlaces || typed.trim() !== t('privacy:purge.word')}
          onClick={() => {
            if (target !== null) onPurge(target);
          }}
        >
          {t('privacy:purge.action')}
        </Button>
      </Group>
    </Stack>
  );
}

function useProblemText(): (problem: PurgeProblem) => string {
  const { t } = useTranslation('privacy');
  return (problem) => {
    if (problem.kind === 'short') return t('purge.short', { value: problem.value });
    if (problem.kind === 'many') return t('purge.many');
    return t(problem.kind === 'noFilter' ? 'purge.noFilter' : 'list.badFilter');
  };
}

/** Where it stands, and what is out of reach. */
function Found({ found }: { readonly found: Output<'privacy.purgePreview'> }) {
  const { t } = useTranslation('privacy');
  const { samples, places, packages, backups } = found;
  return (
    <section className={classes.purgeFound} aria-label={t('purge.found')}>
      <h3>{t('purge.found')}</h3>
      {samples === 0 && places.length === 0 ? (
        <p className="t2">{t('purge.nothing')}</p>
      ) : (
        <>
          <p className="t2 num">{t('purge.samples', { count: samples })}</p>
          <Places places={places} />
        </>
      )}
      {backups.length === 0 ? null : <p className="meta">{t('purge.backups', { count: backups.length })}</p>}
      <Beyond packages={packages} />
    </section>
  );
}

function Places({ places }: { readonly places: Output<'privacy.purgePreview'>['places'] }) {
  return (
    <ul className={classes.places}>
      {places.map(({ where, count }) => (
        <li key={where}>
          <span>{where}</span>
          <span className="num">{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Packages lie where they were written: only people can take them away. */
function Beyond({ packages }: { readonly packages: Output<'privacy.purgePreview'>['packages'] }) {
  const { t } = useTranslation('privacy');
  if (packages.length === 0) return null;
  return (
    <Note tone="warn">
      <b>{t('purge.beyond')}</b>
      <p>{t('purge.beyondText')}</p>
      <ul className={classes.packages}>
        {packages.map(({ exportId, out, present }) => (
          <li key={exportId} className="mono11">
            {out} {present ? null : <span className="t3">{t('purge.gone')}</span>}
          </li>
        ))}
      </ul>
    </Note>
  );
}

function Done({ result, onClose }: { readonly result: JobResult<'privacy.purge'>; readonly onClose: () => void }) {
  const { t } = useTranslation(['privacy', 'common']);
  return (
    <Stack gap={16} role="status">
      {result.leftovers.length === 0 ? (
        <Note tone="ok">{t('privacy:purge.clean')}</Note>
      ) : (
        <Note tone="err">
          <b>{t('privacy:purge.leftovers')}</b>
          <Places places={result.leftovers} />
        </Note>
      )}
      <Places places={result.places} />
      <Beyond packages={result.packages} />
      <Group justify="flex-end">
        <Button size="md" variant="filled" data-autofocus onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </Group>
    </Stack>
  );
}
