import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RepairAction, type StoredIssue } from '../../../../shared/model/source.ts';
import { useHost } from '../../../data/client.tsx';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { formatKeys } from '../../../state/keys.ts';
import { Note } from '../../../ui/Badges.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { RepairHead } from './RepairHead.tsx';
import { RepairPreview } from './RepairPreview.tsx';
import classes from './repair.module.css';

const WAIT_MS = 300;
/** Longer records would hold up the page at every key. */
const EDITABLE_CHARS = 1_000_000;

type RepairFormProps = {
  readonly issue: StoredIssue;
  readonly sourceName: string;
  readonly actions: readonly RepairAction[];
  readonly at: number;
  readonly total: number;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onGo: (at: number) => void;
  readonly onClose: () => void;
};

/** One record: its text, what is done about it, and the sample that it becomes. */
export function RepairForm({ issue, sourceName, actions, at, total, onDirty, onGo, onClose }: RepairFormProps) {
  const { t } = useTranslation('collect');
  const raw = issue.raw ?? '';
  const canEdit = raw.length <= EDITABLE_CHARS;
  const offered = actions.filter((action) => action !== 'edit' || canEdit);
  const [action, setAction] = useState<RepairAction>(offered[0] ?? 'skip');
  const [text, setText] = useState(raw);
  const [settled] = useDebouncedValue(text, WAIT_MS);
  const [failure, setFailure] = useState<string | null>(null);
  const editor = useRef<HTMLTextAreaElement>(null);
  // One record follows another in the same dialog: the keyboard stays in its text.
  useEffect(() => editor.current?.focus(), []);
  const preview = useRpcQuery(
    'sources.repairPreview',
    { issueId: issue.id, action, ...typed(action, settled) },
    { keepPrevious: true, gcTimeMs: 0 },
  );
  const repair = useRpcCommand('sources.repair');
  const isCurrent = action !== 'edit' || settled === text;
  const isReady = isCurrent && !preview.isFetching && preview.data?.problem === null;

  function edit(next: string): void {
    setText(next);
    setFailure(null);
    onDirty(next !== raw);
  }
  function choose(next: RepairAction): void {
    // What was mended by itself can be gone over by hand.
    if (next === 'edit' && action === 'json_repair' && text === raw && preview.data?.problem === null)
      edit(preview.data.text);
    setAction(next);
    setFailure(null);
  }
  async function save(): Promise<void> {
    if (!isReady || repair.isPending) return;
    const done = await repair.run({ issueIds: [issue.id], action, ...typed(action, text) });
    if (done === undefined) return;
    onDirty(false);
    setFailure(done.failed[0]?.message ?? null);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
    else if (event.altKey && event.key === 'ArrowDown') onGo(at + 1);
    else if (event.altKey && event.key === 'ArrowUp') onGo(at - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const shown = action === 'edit' ? text : (preview.data?.text ?? raw);
  return (
    // Keys of the whole form; each has a button too.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.form} onKeyDown={onKeyDown}>
      <RepairHead issue={issue} sourceName={sourceName} at={at} total={total} onGo={onGo} />
      <Note tone="warn">{issue.message}</Note>
      <div className={classes.actions}>
        <SegmentedControl
          size="xs"
          aria-label={t('repair.what')}
          value={action}
          onChange={(value) => choose(RepairAction.parse(value))}
          data={offered.map((one) => ({ value: one, label: t(`repair.one.${one}`) }))}
        />
        <span className="label t3">{t(`repair.hints.${action}`)}</span>
      </div>
      <div className={classes.panes}>
        <Textarea
          ref={editor}
          label={t(action === 'edit' ? 'repair.text' : 'repair.textRead')}
          classNames={{
            root: classes.editorRoot ?? '',
            wrapper: classes.editorWrap ?? '',
            input: classes.editor ?? '',
          }}
          spellCheck={false}
          data-autofocus
          readOnly={action !== 'edit'}
          value={shown.slice(0, EDITABLE_CHARS)}
          onChange={(event) => edit(event.currentTarget.value)}
        />
        <RepairPreview preview={preview} action={action} failure={failure} />
      </div>
      {canEdit ? null : <Note>{t('repair.tooLong')}</Note>}
      <Foot isSkip={action === 'skip'} isReady={isReady} isPending={repair.isPending} onClose={onClose} onSave={save} />
    </div>
  );
}

/** Only what was written by hand is sent; the other actions read the record as it is. */
function typed(action: RepairAction, text: string): { text?: string } {
  return action === 'edit' ? { text } : {};
}

type FootProps = {
  readonly isSkip: boolean;
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onSave: () => Promise<void>;
};

function Foot({ isSkip, isReady, isPending, onClose, onSave }: FootProps) {
  const { t } = useTranslation(['collect', 'common']);
  const { isMac } = useHost();
  return (
    <div className={classes.foot}>
      <span className="label t3">{t('collect:repair.undo')}</span>
      <span className={classes.grow} />
      <Button size="md" onClick={onClose}>
        {t('common:actions.close')}
      </Button>
      <Button
        size="md"
        variant="filled"
        disabled={!isReady}
        loading={isPending}
        rightSection={<Kbd keys={formatKeys('mod+enter', isMac)} isOnFill={isReady} />}
        aria-keyshortcuts="Control+Enter"
        onClick={() => void onSave()}
      >
        {t(isSkip ? 'collect:repair.skip' : 'collect:repair.save')}
      </Button>
    </div>
  );
}
