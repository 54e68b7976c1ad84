import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../../shared/model/json.ts';
import { showToast } from '../../data/toasts.tsx';
import { useProject } from '../../data/use-project.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { CodeEditor } from '../../editor/CodeEditor.tsx';
import { jsonMode } from '../../editor/setup.ts';
import classes from './create.module.css';
import { EXAMPLE_FORMAT, readResponseFormat, responseFormatSchema } from './response-format.ts';

const KEY = 'responseFormat';
const URI = 'assay://project/response-format.json';

/** The project's response format, on which `sample.output_json` depends. */
export function ResponseFormatDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('graders');
  const { data: settings } = useRpcQuery('settings.project', {});
  return (
    <Modal opened onClose={onClose} title={t('format.title')} size={720}>
      {settings === undefined ? null : <FormatForm stored={settings[KEY] ?? null} onClose={onClose} />}
    </Modal>
  );
}

function toText(format: JsonValue): string {
  return format === null ? '' : JSON.stringify(format, null, 2);
}

function FormatForm({ stored, onClose }: { readonly stored: JsonValue; readonly onClose: () => void }) {
  const { t } = useTranslation(['graders', 'common']);
  const isReadOnly = useProject()?.readOnly === true;
  const { run, isPending } = useRpcCommand('settings.setProject');
  const [text, setText] = useState(() => toText(stored));
  const [generation, setGeneration] = useState(0);
  const check = readResponseFormat(text);
  useEffect(
    () => jsonMode.addSchema({ uri: 'assay://schemas/response-format', modelUri: URI, schema: responseFormatSchema() }),
    [],
  );
  async function save(value: JsonValue): Promise<void> {
    if ((await run({ key: KEY, value })) === undefined) return;
    showToast({ message: t(value === null ? 'format.removed' : 'format.saved') });
    onClose();
  }
  return (
    <Stack gap={12}>
      <Text size="sm" c="var(--text-2)">
        {t('format.text')}
      </Text>
      <div className={classes.formatEditor}>
        <CodeEditor
          files={[{ uri: URI, language: 'json', value: text, problems: NO_PROBLEMS }]}
          active={URI}
          label={t('format.label')}
          generation={generation}
          isReadOnly={isReadOnly}
          onChange={(_uri, next) => setText(next)}
        />
      </div>
      <div className={classes.formatFoot} role="status">
        {text.trim() === '' ? (
          <Button
            size="xs"
            variant="subtle"
            disabled={isReadOnly}
            onClick={() => {
              setText(toText(EXAMPLE_FORMAT));
              setGeneration(generation + 1);
            }}
          >
            {t('format.example')}
          </Button>
        ) : check.ok ? (
          <>
            <IconCircleCheck size={14} color="var(--ok)" aria-hidden />
            {t('format.valid')}
          </>
        ) : (
          <>
            <IconCircleX size={14} color="var(--err)" aria-hidden />
            <span className="c-err">{t(`format.${check.kind}`, { path: check.path, reason: check.reason })}</span>
          </>
        )}
      </div>
      <Group justify="flex-end" gap={8}>
        <Button size="md" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        {stored === null ? null : (
          <Button size="md" disabled={isReadOnly} onClick={() => void save(null)}>
            {t('format.remove')}
          </Button>
        )}
        <Button
          size="md"
          variant="filled"
          disabled={!check.ok || check.value === null || isReadOnly || text.trim() === toText(stored)}
          loading={isPending}
          onClick={() => {
            if (check.ok) void save(check.value);
          }}
        >
          {t('format.save')}
        </Button>
      </Group>
    </Stack>
  );
}

const NO_PROBLEMS: readonly never[] = [];
