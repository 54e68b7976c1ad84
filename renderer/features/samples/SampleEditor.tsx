import { ActionIcon, Button, Drawer, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sampleRef, type SampleId } from '../../../shared/model/ids.ts';
import { Role } from '../../../shared/model/message.ts';
import type { SampleDetail } from '../../../shared/model/sample.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { Note } from '../../ui/Badges.tsx';
import classes from './editor.module.css';
import {
  changesOf,
  EMPTY_FORM,
  isTextOnly,
  readForm,
  toForm,
  type FormField,
  type FormProblem,
  type FormTurn,
  type SampleForm,
} from './sample-form.ts';

type SampleEditorProps = {
  /** null: a new sample. */
  readonly detail: SampleDetail | null;
  /** Where the typing starts. */
  readonly focus: 'title' | 'reference';
  readonly onDone: (sampleId: SampleId) => void;
  readonly onClose: () => void;
};

/** Writes a sample by hand: title, prompt, tools and reference. */
export function SampleEditor({ detail, focus, onDone, onClose }: SampleEditorProps) {
  const { t } = useTranslation(['samples', 'common']);
  const [form, setForm] = useState<SampleForm>(() => (detail === null ? EMPTY_FORM : toForm(detail)));
  const [isChecked, setChecked] = useState(false);
  const create = useRpcCommand('samples.create');
  const update = useRpcCommand('samples.update');
  const result = readForm(form);
  const problems = isChecked && !result.ok ? result.problems : {};
  const changes = result.ok && detail !== null ? changesOf(result.draft, detail) : null;
  const isUnchanged = changes !== null && Object.keys(changes).length === 0;
  const isPending = create.isPending || update.isPending;

  async function save(): Promise<void> {
    setChecked(true);
    if (!result.ok) return;
    if (detail === null) {
      const made = await create.run(result.draft);
      if (made !== undefined) onDone(made.sampleId);
      return;
    }
    if (changes === null || isUnchanged) return;
    const changed = await update.run({ sampleId: detail.row.id, change: changes });
    if (changed !== undefined) onDone(detail.row.id);
  }
  const title =
    detail === null ? t('samples:editor.newTitle') : t('samples:editor.editTitle', { ref: sampleRef(detail.row.id) });
  return (
    <Drawer opened onClose={onClose} position="right" size={560} title={title}>
      <Stack gap={16} pb={8}>
        <TextInput
          label={t('samples:editor.title')}
          description={detail === null ? t('samples:editor.titleHint') : undefined}
          value={form.title}
          maxLength={300}
          {...(focus === 'title' ? { 'data-autofocus': true } : {})}
          onChange={(event) => setForm({ ...form, title: event.currentTarget.value })}
        />
        <Turns turns={form.turns} onTurns={(turns) => setForm({ ...form, turns })} problem={text('turns')} />
        <JsonField
          label={t('samples:editor.reference')}
          hint={t('samples:editor.referenceHint')}
          value={form.reference}
          problem={text('reference')}
          isFocused={focus === 'reference'}
          onChange={(reference) => setForm({ ...form, reference })}
        />
        <JsonField
          label={t('samples:editor.tools')}
          hint={t('samples:editor.toolsHint')}
          value={form.tools}
          problem={text('tools')}
          isFocused={false}
          onChange={(tools) => setForm({ ...form, tools })}
        />
        {detail === null ? null : <Note>{t('samples:editor.staleHint')}</Note>}
        <Group justify="flex-end" gap={8}>
          {isUnchanged ? <span className="label t3">{t('samples:editor.unchanged')}</span> : null}
          <Button size="md" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button size="md" variant="filled" loading={isPending} disabled={isUnchanged} onClick={() => void save()}>
            {detail === null ? t('samples:editor.create') : t('samples:editor.save')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );

  function text(field: FormField): string | null {
    const problem: FormProblem | undefined = problems[field];
    if (problem === undefined) return null;
    switch (problem.code) {
      case 'notJson':
        return t('samples:editor.problems.notJson', { line: problem.line, column: problem.column });
      case 'badTool':
        return t('samples:editor.problems.badTool', { number: problem.number });
      default:
        return t(`samples:editor.problems.${problem.code}`);
    }
  }
}

type TurnsProps = {
  readonly turns: readonly FormTurn[];
  readonly onTurns: (turns: readonly FormTurn[]) => void;
  readonly problem: string | null;
};

function Turns({ turns, onTurns, problem }: TurnsProps) {
  const { t } = useTranslation('samples');
  const change = (index: number, part: Partial<FormTurn>): void =>
    onTurns(turns.map((turn, at) => (at === index ? { ...turn, ...part } : turn)));
  function add(): void {
    const next = Math.max(0, ...turns.map((turn) => Number(turn.key) + 1));
    onTurns([...turns, { key: String(next), role: 'user', text: '', original: null }]);
  }
  function moveUp(index: number): void {
    const moved = turns[index];
    if (moved === undefined) return;
    const rest = turns.toSpliced(index, 1);
    onTurns(rest.toSpliced(index - 1, 0, moved));
  }
  return (
    <fieldset className={classes.turns}>
      <legend>{t('editor.prompt')}</legend>
      {turns.map((turn, index) => (
        <Turn
          key={turn.key}
          turn={turn}
          number={index + 1}
          canRemove={turns.length > 1}
          onChange={(part) => change(index, part)}
          onRemove={() => onTurns(turns.toSpliced(index, 1))}
          onMoveUp={index === 0 ? null : () => moveUp(index)}
        />
      ))}
      {problem === null ? null : (
        <Text size="sm" c="var(--err)" role="alert">
          {problem}
        </Text>
      )}
      {turns.at(-1)?.role === 'user' ? null : <Note tone="warn">{t('editor.lastMustBeUser')}</Note>}
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
        {t('editor.addTurn')}
      </Button>
    </fieldset>
  );
}

type TurnProps = {
  readonly turn: FormTurn;
  readonly number: number;
  readonly canRemove: boolean;
  readonly onChange: (part: Partial<FormTurn>) => void;
  readonly onRemove: () => void;
  readonly onMoveUp: (() => void) | null;
};

function Turn({ turn, number, canRemove, onChange, onRemove, onMoveUp }: TurnProps) {
  const { t } = useTranslation(['samples', 'trace']);
  const isText = isTextOnly(turn);
  return (
    <div className={classes.turn} role="group" aria-label={t('samples:editor.turn', { number })}>
      <div className={classes.turnHead}>
        <NativeSelect
          size="xs"
          aria-label={t('samples:editor.role')}
          value={turn.role}
          disabled={!isText}
          data={Role.options.map((role) => ({ value: role, label: t(`trace:node.${role}`) }))}
          onChange={(event) => onChange({ role: Role.parse(event.currentTarget.value) })}
        />
        <span className={classes.grow} />
        {onMoveUp === null ? null : (
          <ActionIcon size={24} aria-label={t('samples:editor.moveUp', { number })} onClick={onMoveUp}>
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
        )}
        {canRemove ? (
          <ActionIcon size={24} aria-label={t('samples:editor.removeTurn', { number })} onClick={onRemove}>
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        ) : null}
      </div>
      <Textarea
        aria-label={t('samples:editor.text')}
        autosize
        minRows={2}
        maxRows={14}
        value={turn.text}
        readOnly={!isText}
        description={isText ? undefined : t('samples:editor.locked')}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </div>
  );
}

type JsonFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | null;
  readonly isFocused: boolean;
  readonly onChange: (value: string) => void;
};

function JsonField({ label, hint, value, problem, isFocused, onChange }: JsonFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.scrollIntoView({ block: 'center' });
  }, [isFocused]);
  return (
    <Textarea
      ref={field}
      label={label}
      description={hint}
      classNames={{ input: classes.json }}
      autosize
      minRows={4}
      maxRows={20}
      spellCheck={false}
      value={value}
      error={problem}
      {...(isFocused ? { 'data-autofocus': true } : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
