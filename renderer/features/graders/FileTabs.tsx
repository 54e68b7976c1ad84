import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBraces,
  IconBrandPython,
  IconCircleX,
  IconDots,
  IconFileText,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { countProblems, fileNameProblem, GRADER_FILE, textOf } from './grader-files.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import classes from './graders.module.css';
import { NameDialog } from './NameDialog.tsx';
import type { GraderSession } from './use-grader-session.ts';

type Props = {
  readonly session: GraderSession;
  readonly problems: readonly GraderProblem[];
  readonly isReadOnly: boolean;
  readonly onShowProblems: () => void;
};

/** The files of a grader as tabs; what can be done with them; how many problems there are. */
export function FileTabs({ session, problems, isReadOnly, onShowProblems }: Props) {
  const { t } = useTranslation('graders');
  const { names, active, changed, files } = session;
  const [dialog, setDialog] = useState<'add' | 'rename' | 'remove' | null>(null);
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.altKey) return;
    event.preventDefault();
    const next = names[(names.indexOf(active) + by + names.length) % names.length] ?? GRADER_FILE;
    session.open(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[names.indexOf(next)]?.focus();
  }
  /** What a version holds can be had again; what only the draft holds is asked about. */
  function remove(): void {
    const isKept = textOf(session.details.files, active) !== undefined || files[active] === '';
    if (isKept) session.removeFile(active);
    else setDialog('remove');
  }
  function problemText(name: string, except: string | null): string | null {
    const problem = fileNameProblem(name, files, except);
    return problem === null ? null : t(`files.problems.${problem}`);
  }
  return (
    <div className={classes.tabs}>
      {/* The tabs have the focus; the list hears their arrow keys. */}
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div ref={list} className={classes.tabList} role="tablist" aria-label={t('files.label')} onKeyDown={onKeyDown}>
        {names.map((name) => (
          <FileTab
            key={name}
            name={name}
            isActive={name === active}
            isChanged={changed.has(name)}
            problems={problems.filter((problem) => problem.file === name)}
            onOpen={() => session.open(name)}
          />
        ))}
      </div>
      {isReadOnly ? null : (
        <>
          <ActionIcon size={24} aria-label={t('files.add')} title={t('files.add')} onClick={() => setDialog('add')}>
            <IconPlus size={14} aria-hidden />
          </ActionIcon>
          {active === GRADER_FILE ? null : (
            <Menu>
              <Menu.Target>
                <ActionIcon size={24} aria-label={t('files.menu', { name: active })}>
                  <IconDots size={14} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setDialog('rename')}>
                  {t('files.rename', { name: active })}
                </Menu.Item>
                <Menu.Item leftSection={<IconTrash size={14} />} onClick={remove}>
                  {t('files.remove', { name: active })}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </>
      )}
      <span className={classes.grow} />
      <ProblemSummary problems={problems} onShow={onShowProblems} />
      {dialog === 'add' ? (
        <NameDialog
          title={t('files.add')}
          label={t('files.name')}
          action={t('files.create')}
          initial="grade.py"
          hint={(name) => t('files.nameHint', { name })}
          problemOf={(name) => problemText(name, null)}
          onSubmit={session.addFile}
          onClose={() => setDialog(null)}
        />
      ) : null}
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        title={t('files.removeTitle', { name: active })}
        text={t('files.removeText')}
        action={t('files.remove', { name: active })}
        onConfirm={() => {
          session.removeFile(active);
          setDialog(null);
        }}
        onClose={() => setDialog(null)}
      />
      {dialog === 'rename' ? (
        <NameDialog
          title={t('rename.fileTitle', { name: active })}
          label={t('files.name')}
          action={t('rename.action')}
          initial={active}
          problemOf={(name) => problemText(name, active)}
          onSubmit={(name) => session.renameFile(active, name)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </div>
  );
}

type TabProps = {
  readonly name: string;
  readonly isActive: boolean;
  readonly isChanged: boolean;
  readonly problems: readonly GraderProblem[];
  readonly onOpen: () => void;
};

function FileTab({ name, isActive, isChanged, problems, onOpen }: TabProps) {
  const { t } = useTranslation('graders');
  const { errors, warnings } = countProblems(problems);
  const facts = [
    ...(isChanged ? [t('files.changed')] : []),
    ...(errors > 0 ? [t('counts.errors', { count: errors })] : []),
    ...(warnings > 0 ? [t('counts.warnings', { count: warnings })] : []),
  ].join(', ');
  const tone = errors > 0 ? 'err' : warnings > 0 ? 'warn' : isChanged ? 'changed' : null;
  const Icon = name.endsWith('.json') ? IconBraces : name.endsWith('.py') ? IconBrandPython : IconFileText;
  return (
    <UnstyledButton
      className={classes.tab}
      role="tab"
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      title={facts === '' ? name : `${name}: ${facts}`}
      onClick={onOpen}
    >
      <Icon size={14} aria-hidden />
      {name}
      {facts === '' ? null : <span className={classes.spoken}>, {facts}</span>}
      {tone === null ? null : <span className={classes.dot} data-tone={tone} aria-hidden />}
    </UnstyledButton>
  );
}

function ProblemSummary({ problems, onShow }: { problems: readonly GraderProblem[]; onShow: () => void }) {
  const { t } = useTranslation('graders');
  const { errors, warnings } = countProblems(problems);
  if (errors + warnings === 0) return null;
  const Icon = errors > 0 ? IconCircleX : IconAlertTriangle;
  return (
    <UnstyledButton className={classes.summary} data-tone={errors > 0 ? 'err' : 'warn'} onClick={onShow}>
      <Icon size={14} aria-hidden />
      {errors > 0 ? t('counts.errors', { count: errors }) : t('counts.warnings', { count: warnings })}
    </UnstyledButton>
  );
}
