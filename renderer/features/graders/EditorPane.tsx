import { useEffect, useMemo, useRef, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { graderJsonSchema } from '../../../shared/graders/json-schema.ts';
import { sampleRef, type AttemptId } from '../../../shared/model/ids.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { NO_ASSIST, type Assist } from '../../editor/assist.ts';
import { CodeEditor, type CodeEditorHandle } from '../../editor/CodeEditor.tsx';
import { DiffEditor } from '../../editor/DiffEditor.tsx';
import { languageOf } from '../../editor/editor-file.ts';
import type { LanguageContext } from '../../editor/language.ts';
import { jsonMode } from '../../editor/setup.ts';
import { FileTabs } from './FileTabs.tsx';
import { GRADER_FILE, nameOfUri, textOf, toEditorFiles, uriOf, uriPrefix } from './grader-files.ts';
import classes from './graders.module.css';
import type { GraderCheck } from './use-grader-check.ts';
import type { GraderSession } from './use-grader-session.ts';
import type { PinnedSample } from './use-pinned-sample.ts';

type Props = {
  readonly session: GraderSession;
  readonly check: GraderCheck;
  readonly problems: readonly GraderProblem[];
  readonly pinned: PinnedSample;
  /** The attempt whose values are shown. */
  readonly attemptId: AttemptId | null;
  /** Version that is compared with, null while editing. */
  readonly compared: number | null;
  readonly editor: Ref<CodeEditorHandle>;
  readonly onShowProblems: () => void;
};

/** Tabs of the files and the editor; or the difference to another version. */
export function EditorPane({ session, check, problems, pinned, attemptId, compared, editor, onShowProblems }: Props) {
  const { t } = useTranslation('graders');
  const { graderId, files, active, generation } = session;
  const isReadOnly = useProject()?.readOnly === true;
  const byFile = useMemo(() => Map.groupBy(problems, (problem) => problem.file), [problems]);
  const editorFiles = useMemo(() => toEditorFiles(graderId, files, byFile), [graderId, files, byFile]);
  const context = useLanguageContext(session, check, pinned, attemptId);
  useEffect(() => {
    const uri = uriOf(graderId, GRADER_FILE);
    return jsonMode.addSchema({
      uri: `assay://schemas/grader/${graderId}`,
      modelUri: uri,
      schema: graderJsonSchema(),
    });
  }, [graderId]);
  return (
    <>
      <FileTabs session={session} problems={problems} isReadOnly={isReadOnly} onShowProblems={onShowProblems} />
      {compared === null ? null : <Comparison session={session} version={compared} />}
      <div className={classes.editor} hidden={compared !== null} role="tabpanel" aria-label={active}>
        <CodeEditor
          ref={editor}
          files={editorFiles}
          active={uriOf(graderId, active)}
          label={active}
          generation={generation}
          isReadOnly={isReadOnly}
          prefix={uriPrefix(graderId)}
          context={context}
          onChange={(uri, text) => session.edit(nameOfUri(uri), text)}
        />
      </div>
      <span className={classes.spoken} role="status">
        {check.checked === null ? '' : t('counts.errors', { count: errorsOf(problems) })}
      </span>
    </>
  );
}

function errorsOf(problems: readonly GraderProblem[]): number {
  return problems.filter((problem) => problem.severity === 'error').length;
}

function Comparison({ session, version }: { readonly session: GraderSession; readonly version: number }) {
  const { t } = useTranslation('graders');
  const { graderId, files, active, details, isDraft, nextVersion } = session;
  const { data: before } = useRpcQuery('graders.get', { graderId, version });
  if (before === undefined) return null;
  const beforeLabel = t('head.version', { version });
  const afterLabel = isDraft
    ? t('head.draft', { version: nextVersion })
    : t('head.version', { version: details.version });
  return (
    <>
      <p className={classes.legend}>{t('versions.legend', { before: beforeLabel, after: afterLabel })}</p>
      <DiffEditor
        name={active}
        language={languageOf(active)}
        before={{ label: beforeLabel, text: textOf(before.files, active) ?? '' }}
        after={{ label: afterLabel, text: textOf(files, active) ?? '' }}
      />
    </>
  );
}

/** What completion, hover and fixes look up. The object stays; it is asked for what holds at that moment. */
function useLanguageContext(
  session: GraderSession,
  check: GraderCheck,
  pinned: PinnedSample,
  attemptId: AttemptId | null,
): LanguageContext {
  const { data: fields } = useRpcQuery('graders.fields', {});
  const sampleId = pinned.detail?.row.id ?? null;
  const { data: values } = useRpcQuery('graders.values', sampleId === null ? null : { sampleId, attemptId });
  const now = useRef({ assist: NO_ASSIST, check });
  useEffect(() => {
    const assist: Assist = {
      fields: fields ?? [],
      values: values ?? {},
      valuesOf: sampleId === null ? null : sampleRef(sampleId),
      fileNames: session.names.filter((name) => name !== GRADER_FILE),
    };
    now.current = { assist, check };
  });
  return useMemo(
    (): LanguageContext => ({
      assist: () => now.current.assist,
      problems: (uri, text) => {
        const name = nameOfUri(uri);
        const { checked, byFile } = now.current.check;
        return checked !== null && textOf(checked.files, name) === text ? (byFile.get(name) ?? []) : [];
      },
    }),
    [],
  );
}
