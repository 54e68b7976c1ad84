import { ActionIcon, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SampleId, sampleRef } from '../../../shared/model/ids.ts';
import { useHost } from '../../data/client.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatKeys } from '../../state/keys.ts';
import classes from './preview.module.css';
import type { PinnedSample } from './use-pinned-sample.ts';

/** The sample the grader is tried on, and the way to the next, the previous and any other. */
export function SamplePicker({ pinned }: { readonly pinned: PinnedSample }) {
  const { t } = useTranslation('graders');
  const { isMac } = useHost();
  const [isOpen, setOpen] = useState(false);
  const { sampleId } = pinned;
  if (sampleId === null) return null;
  const sample = sampleRef(sampleId);
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.pick}
            aria-label={t('preview.pick', { sample })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {sample}
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={4}>
          <SampleSearch
            onPick={(id) => {
              pinned.pick(id);
              setOpen(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        size={24}
        aria-label={t('preview.previous')}
        title={`${t('preview.previous')} (${formatKeys('alt+arrowleft', isMac)})`}
        onClick={() => pinned.move(-1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={24}
        aria-label={t('preview.next')}
        title={`${t('preview.next')} (${formatKeys('alt+arrowright', isMac)})`}
        onClick={() => pinned.move(1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}

const SHOWN = 12;

function SampleSearch({ onPick }: { readonly onPick: (sampleId: SampleId) => void }) {
  const { t } = useTranslation('graders');
  const [typed, setTyped] = useState('');
  const [filter] = useDebouncedValue(searchOf(typed), 200);
  const { data: view, error } = useRpcQuery(
    'views.open',
    { filter, sort: { key: 'id', descending: false } },
    { gcTimeMs: 0 },
  );
  const { data: rows = [] } = useRpcQuery(
    'views.rows',
    view === undefined ? null : { viewId: view.viewId, from: 0, to: SHOWN },
    {
      keepPrevious: true,
    },
  );
  const number = sampleNumber(typed);
  return (
    <>
      <TextInput
        aria-label={t('preview.find')}
        placeholder={t('preview.findHint')}
        leftSection={<IconSearch size={14} />}
        value={typed}
        error={error?.message}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = number === null ? rows[0]?.id : SampleId.safeParse(number).data;
          if (event.key === 'Enter' && first !== undefined) onPick(first);
        }}
      />
      <ul className={classes.found}>
        {rows.map((row) => (
          <li key={row.id}>
            <UnstyledButton className={classes.foundRow} onClick={() => onPick(row.id)}>
              <span className={`mono11 t3 ${classes.foundRef ?? ''}`}>{sampleRef(row.id)}</span>
              <span className="ell">{row.title}</span>
            </UnstyledButton>
          </li>
        ))}
        {rows.length === 0 && view !== undefined ? (
          <li className={classes.foundNone}>{t('preview.nothingFound')}</li>
        ) : null}
      </ul>
    </>
  );
}

/** Numbers are looked up as ids; words as they are. */
function searchOf(typed: string): string {
  const number = sampleNumber(typed);
  return number === null ? typed.trim() : `id:${number}`;
}

/** `S-0187`, `s187` and `187` are sample 187. */
function sampleNumber(typed: string): number | null {
  const digits = /^(?:s-?)?(\d{1,15})$/iu.exec(typed.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
