import { Button, NumberInput, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { JsonValue } from '../../../shared/model/json.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useSaveCopy } from '../../data/use-save-copy.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { Delayed, RowSkeleton } from '../../ui/ListStates.tsx';
import { ResponseFormatEditor } from './ResponseFormatEditor.tsx';
import { SettingRow, SettingSection } from './SettingRow.tsx';

const SAVE_AFTER_MS = 400;
const MAX_SEED = 2_147_483_647;

export function ReviewerSection() {
  const { t } = useTranslation('settings');
  const settings = useRpcQuery('settings.project', {}).data;
  if (settings === undefined) return <Loading />;
  return (
    <SettingSection id="reviewer" title={t('sections.reviewer')}>
      <ReviewerName stored={settings.reviewer ?? null} />
    </SettingSection>
  );
}

function ReviewerName({ stored }: { stored: JsonValue }) {
  const { t } = useTranslation('settings');
  const isReadOnly = useProject()?.readOnly === true;
  const { run } = useRpcCommand('settings.setProject');
  const [name, setName] = useState(typeof stored === 'string' ? stored : '');
  const save = useDebouncedCallback((value: string) => void run({ key: 'reviewer', value: value.trim() }), {
    delay: SAVE_AFTER_MS,
    flushOnUnmount: true,
  });
  return (
    <SettingRow
      title={t('reviewer.name')}
      hint={t('reviewer.nameHint')}
      controlId="reviewer-name"
      aside={
        <TextInput
          id="reviewer-name"
          w={220}
          maxLength={120}
          placeholder={t('reviewer.placeholder')}
          value={name}
          disabled={isReadOnly}
          onChange={(event) => {
            setName(event.currentTarget.value);
            save(event.currentTarget.value);
          }}
        />
      }
    />
  );
}

export function DataSection() {
  const { t } = useTranslation('settings');
  const settings = useRpcQuery('settings.project', {}).data;
  if (settings === undefined) return <Loading />;
  return (
    <SettingSection id="data" title={t('sections.data')}>
      <Seed stored={settings.seed ?? null} />
      <ResponseFormatEditor stored={settings.responseFormat ?? null} />
    </SettingSection>
  );
}

function Seed({ stored }: { stored: JsonValue }) {
  const { t } = useTranslation('settings');
  const isReadOnly = useProject()?.readOnly === true;
  const { run } = useRpcCommand('settings.setProject');
  const [seed, setSeed] = useState<number | string>(typeof stored === 'number' ? stored : 0);
  const isValid = isSeed(seed);
  const save = useDebouncedCallback((value: number) => void run({ key: 'seed', value }), {
    delay: SAVE_AFTER_MS,
    flushOnUnmount: true,
  });
  return (
    <SettingRow
      title={t('data.seed')}
      hint={t('data.seedHint')}
      controlId="project-seed"
      aside={
        <NumberInput
          id="project-seed"
          w={140}
          allowDecimal={false}
          allowNegative={false}
          value={seed}
          disabled={isReadOnly}
          error={isValid ? null : t('data.seedInvalid')}
          onChange={(value) => {
            setSeed(value);
            if (isSeed(value)) save(value);
          }}
        />
      }
    />
  );
}

function isSeed(value: number | string): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SEED;
}

export function StorageSection() {
  const { t } = useTranslation('settings');
  const [, navigate] = useLocation();
  const project = useProject();
  const saveCopy = useSaveCopy();
  return (
    <SettingSection id="storage" title={t('sections.storage')}>
      <SettingRow
        title={t('storage.file')}
        hint={<span className="mono11">{project?.path ?? ''}</span>}
        aside={<span className="num t2">{project === undefined ? '' : formatBytes(project.sizeBytes)}</span>}
      />
      <SettingRow
        title={t('storage.copy')}
        hint={t('storage.copyHint')}
        aside={<Button onClick={() => void saveCopy()}>{t('storage.saveCopy')}</Button>}
      />
      <SettingRow
        title={t('storage.history')}
        hint={t('storage.historyHint')}
        aside={<Button onClick={() => navigate('/history')}>{t('storage.openHistory')}</Button>}
      />
    </SettingSection>
  );
}

function Loading() {
  return (
    <Delayed>
      <RowSkeleton rows={2} />
    </Delayed>
  );
}
