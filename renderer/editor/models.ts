import type { editor } from 'monaco-editor/editor';
import type { EditorFile, EditorLanguage } from './editor-file.ts';
import { toMarkers } from './markers.ts';
import { monaco } from './setup.ts';

const OWNER = 'assay';
const SEVERITIES = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
} as const;

/** The models of an editor's files, and where the view of each stood. */
export type ModelSet = {
  /** Makes models of new files, disposes those of gone ones. Texts of known files are replaced only when `isReset`. */
  readonly sync: (files: readonly EditorFile[], isReset: boolean) => void;
  readonly get: (uri: string) => editor.ITextModel | null;
  readonly keepView: (uri: string, state: editor.ICodeEditorViewState | null) => void;
  readonly viewOf: (uri: string) => editor.ICodeEditorViewState | null;
  readonly dispose: () => void;
};

export function createModelSet(onChange: (uri: string, value: string) => void): ModelSet {
  const models = new Map<string, editor.ITextModel>();
  const views = new Map<string, editor.ICodeEditorViewState>();
  const marked = new Map<string, EditorFile['problems']>();
  return { sync, get: (uri) => models.get(uri) ?? null, keepView, viewOf: (uri) => views.get(uri) ?? null, dispose };

  function sync(files: readonly EditorFile[], isReset: boolean): void {
    const wanted = new Set(files.map((file) => file.uri));
    for (const uri of models.keys()) if (!wanted.has(uri)) drop(uri);
    for (const file of files) {
      const model = models.get(file.uri) ?? make(file);
      if (isReset && model.getValue() !== file.value) replaceText(model, file.value);
      // Markers move with the text; the same ones must not jump back to where they were found.
      if (marked.get(file.uri) === file.problems) continue;
      marked.set(file.uri, file.problems);
      monaco.editor.setModelMarkers(
        model,
        OWNER,
        toMarkers(file.problems).map((marker) => ({ ...marker, severity: SEVERITIES[marker.severity] })),
      );
    }
  }

  function make({ uri, language, value }: EditorFile): editor.ITextModel {
    const at = monaco.Uri.parse(uri);
    // One may be left when a page is left and entered within one frame.
    monaco.editor.getModel(at)?.dispose();
    const model = createModel(value, language, at);
    model.onDidChangeContent(() => onChange(uri, model.getValue()));
    models.set(uri, model);
    return model;
  }

  function drop(uri: string): void {
    models.get(uri)?.dispose();
    models.delete(uri);
    views.delete(uri);
    marked.delete(uri);
  }

  function keepView(uri: string, state: editor.ICodeEditorViewState | null): void {
    if (state !== null && models.has(uri)) views.set(uri, state);
  }

  function dispose(): void {
    for (const uri of [...models.keys()]) drop(uri);
  }
}

/** A model whose brackets have the colour of the text. */
export function createModel(value: string, language: EditorLanguage, uri?: monaco.Uri): editor.ITextModel {
  const model = monaco.editor.createModel(value, language, uri);
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  return model;
}

/** As an edit, so that it can be undone like typing. */
function replaceText(model: editor.ITextModel, text: string): void {
  model.pushStackElement();
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
  model.pushStackElement();
}
