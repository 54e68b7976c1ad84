import { Button, Textarea } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../../shared/model/json.ts';
import { showToast } from '../../data/toasts.tsx';
import { useProject } from '../../data/use-project.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { checkResponseFormat, EXAMPLE_FORMAT } from './response-format.ts';
import { SettingRow } from './SettingRow.tsx';
import classes from './SettingsPage.module.css';

function toText(format: JsonValue): string {
  return format === null ? '' : JSON.stringify(format, null, 2);
}

/** Saved by a button, since half a schema would change scores and packages. */
export function ResponseFormatEditor({ stored }: { stored: JsonValue }) {
  const { t } = useTranslation('settings');
  const id = useId();
  const isReadOnly = useProject()?.readOnly === true;
  const { run, isPending } = useRpcCommand('settings.setProject');
  const [text, setText] = useState(() => toText(stored));
  const { value, problem } = checkResponseFormat(text);
  const isChanged = text.trim() !== toText(stored);
  const error = problem === null ? null : t(`data.${problem.key}`, { reason: problem.reason });

  async function save(next: JsonValue): Promise<void> {
    if ((await run({ key: 'responseFormat', value: next })) === undefined) return;
    setText(toText(next));
    showToast({ message: t(next === null ? 'data.formatRemoved' : 'data.formatSaved') });
  }
  return (
    <SettingRow title={t('data.format')} hint={t('data.formatHint')} controlId={id}>
      <div>
        <Textarea
          id={id}
          autosize
          minRows={4}
          maxRows={18}
          spellCheck={false}
          classNames={{ input: classes.format }}
          value={text}
          disabled={isReadOnly}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={classes.formatFoot}>
          {text.trim() === '' ? (
            <Button size="xs" variant="subtle" disabled={isReadOnly} onClick={() => setText(toText(EXAMPLE_FORMAT))}>
              {t('data.formatExample')}
            </Button>
          ) : null}
          {problem === null && text.trim() !== '' ? (
            <>
              <IconCircleCheck size={14} color="var(--ok)" aria-hidden />
              <span className="c-ok">{t('data.valid')}</span>
            </>
          ) : null}
          <span className={classes.spacer} />
          {isChanged ? <span className="t3">{t('data.unsaved')}</span> : null}
          {isChanged ? (
            <Button size="xs" variant="subtle" onClick={() => setText(toText(stored))}>
              {t('data.formatRevert')}
            </Button>
          ) : null}
          {stored !== null && !isChanged ? (
            <Button size="xs" variant="subtle" disabled={isReadOnly} onClick={() => void save(null)}>
              {t('data.formatRemove')}
            </Button>
          ) : null}
          <Button
            size="xs"
            disabled={!isChanged || problem !== null || isReadOnly}
            loading={isPending}
            onClick={() => void save(value)}
          >
            {t('data.formatSave')}
          </Button>
        </div>
      </div>
    </SettingRow>
  );
}
