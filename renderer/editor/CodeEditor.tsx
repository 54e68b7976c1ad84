import type { editor } from 'monaco-editor/editor';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextFix, TextRange } from '../../shared/model/problem.ts';
import { isMessageLink, problemDecorations, templateDecorations } from './decorations.ts';
import type { EditorFile, TextProblem } from './editor-file.ts';
import classes from './editor.module.css';
import { NO_CONTEXT, registerAssist, type LanguageContext } from './language.ts';
import { inlineMessages, toMonacoRange } from './markers.ts';
import { createModelSet, type ModelSet } from './models.ts';
import { EDITOR_OPTIONS } from './options.ts';
import { monaco } from './setup.ts';
import { TabHint } from './TabHint.tsx';

export type CodeEditorHandle = {
  readonly focus: () => void;
  /** Goes to a place of a file, once that file is the shown one. `isProblem` unfolds the problem under its line. */
  readonly goTo: (uri: string, range: TextRange, options?: { readonly isProblem?: boolean }) => void;
  readonly cursor: () => { readonly line: number; readonly column: number } | null;
};

type Props = {
  readonly files: readonly EditorFile[];
  /** URI of the file that is shown. */
  readonly active: string;
  /** What it is called to people who do not see it. */
  readonly label: string;
  /** Texts of the files are taken anew when it changes; in between, the editor's own text counts. */
  readonly generation: number;
  readonly isReadOnly?: boolean;
  /** What the URIs start with: completions, hovers and fixes are offered in these models only. */
  readonly prefix?: string;
  readonly context?: LanguageContext;
  readonly onChange: (uri: string, value: string) => void;
  readonly ref?: Ref<CodeEditorHandle>;
};

type Goal = { readonly uri: string; readonly range: TextRange; readonly isProblem: boolean };

/** Monaco over a set of files, one shown at a time. Undo and the place of each file last as long as the file is open. */
export function CodeEditor(props: Props) {
  const { files, active, label, generation, isReadOnly = false, prefix, context = NO_CONTEXT, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  const [instance, setInstance] = useState<editor.IStandaloneCodeEditor | null>(null);
  const models = useRef<ModelSet | null>(null);
  const goal = useRef<Goal | null>(null);
  const { t } = useTranslation('editor');
  const changed = useEffectEvent(props.onChange);

  useLayoutEffect(() => {
    if (host.current === null) return;
    const made = monaco.editor.create(host.current, { ...EDITOR_OPTIONS, model: null });
    const set = createModelSet((uri, value) => changed(uri, value));
    models.current = set;
    setInstance(made);
    return () => {
      models.current = null;
      made.dispose();
      set.dispose();
    };
  }, []);

  useModels(instance, models, files, active, generation);
  useEffect(
    () => instance?.updateOptions({ ariaLabel: t('label', { name: label }), readOnly: isReadOnly }),
    [instance, label, isReadOnly, t],
  );
  useEffect(() => {
    if (instance === null || prefix === undefined) return;
    const registered = registerAssist(prefix, context);
    return () => registered.dispose();
  }, [instance, prefix, context]);
  useDecorations(instance, active, files.find((file) => file.uri === active)?.problems ?? []);

  function settleGoal(): void {
    if (instance === null || goal.current?.uri !== active) return;
    reveal(instance, goal.current);
    goal.current = null;
  }
  const settle = useEffectEvent(settleGoal);
  useEffect(() => settle(), [instance, active]);

  useImperativeHandle(ref, () => ({
    focus: () => instance?.focus(),
    goTo: (uri, range, options) => {
      goal.current = { uri, range, isProblem: options?.isProblem ?? false };
      settleGoal();
    },
    cursor: () => {
      const position = instance?.getPosition() ?? null;
      return position === null ? null : { line: position.lineNumber, column: position.column };
    },
  }));
  return (
    <div className={classes.root}>
      <div ref={host} className={classes.host} />
      {instance === null ? null : <TabHint instance={instance} />}
    </div>
  );
}

function useModels(
  instance: editor.IStandaloneCodeEditor | null,
  models: { readonly current: ModelSet | null },
  files: readonly EditorFile[],
  active: string,
  generation: number,
): void {
  const shown = useRef<string | null>(null);
  const taken = useRef<number | null>(null);
  // Before decorations and goals, which need the model.
  useLayoutEffect(() => {
    const set = models.current;
    if (instance === null || set === null) return;
    if (shown.current !== null && shown.current !== active) set.keepView(shown.current, instance.saveViewState());
    set.sync(files, taken.current !== generation);
    taken.current = generation;
    if (instance.getModel() !== set.get(active)) {
      instance.setModel(set.get(active));
      const view = set.viewOf(active);
      if (view !== null) instance.restoreViewState(view);
    }
    shown.current = active;
  }, [instance, models, files, active, generation]);
}

function useDecorations(
  instance: editor.IStandaloneCodeEditor | null,
  active: string,
  problems: readonly TextProblem[],
): void {
  useEffect(() => {
    const model = instance?.getModel() ?? null;
    if (instance === null || model === null) return;
    const drawn = instance.createDecorationsCollection(templateDecorations(model));
    const listener = model.onDidChangeContent(() => drawn.set(templateDecorations(model)));
    return () => {
      listener.dispose();
      drawn.clear();
    };
  }, [instance, active]);
  useEffect(() => {
    const model = instance?.getModel() ?? null;
    if (instance === null || model === null) return;
    const drawn = instance.createDecorationsCollection(problemDecorations(model, problems));
    // Once a line is edited, what was said of it may no longer hold.
    const edits = model.onDidChangeContent(({ changes }) => {
      const lines = new Set(changes.map((change) => change.range.startLineNumber));
      if (
        changes.some(
          (change) => change.text.includes('\n') || change.range.startLineNumber !== change.range.endLineNumber,
        )
      )
        drawn.clear();
      else
        drawn.set(
          problemDecorations(
            model,
            problems.filter((problem) => !lines.has(problem.range.line)),
          ),
        );
    });
    const clicks = instance.onMouseDown(({ target }) => {
      if (!isMessageLink(target.element) || target.position === null) return;
      const line = target.position.lineNumber;
      const fix = inlineMessages(problems).find((message) => message.line === line)?.fix ?? null;
      if (fix !== null) applyFix(instance, fix);
    });
    return () => {
      edits.dispose();
      clicks.dispose();
      drawn.clear();
    };
  }, [instance, active, problems]);
}

function applyFix(instance: editor.ICodeEditor, fix: TextFix): void {
  instance.pushUndoStop();
  instance.executeEdits('assay', [{ range: toMonacoRange(fix.range), text: fix.text }]);
  instance.pushUndoStop();
  instance.focus();
}

function reveal(instance: editor.ICodeEditor, { range, isProblem }: Goal): void {
  const position = { lineNumber: range.line, column: range.column };
  instance.setPosition(position);
  instance.revealPositionInCenterIfOutsideViewport(position);
  instance.focus();
  if (isProblem) instance.trigger('assay', 'editor.action.showHover', {});
}
