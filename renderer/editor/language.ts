import type { IDisposable, IRange } from 'monaco-editor/editor';
import { NO_ASSIST, type Assist } from './assist.ts';
import { languageOf, type EditorLanguage, type TextProblem } from './editor-file.ts';
import { fixesAt, toMonacoRange } from './markers.ts';
import { monaco } from './setup.ts';
import { suggestAt, type Suggestion, type SuggestionKind } from './template-completions.ts';
import { hoverAt } from './template-hover.ts';

const LANGUAGES: readonly EditorLanguage[] = ['json', 'python', 'plaintext'];

/** What the providers look up when they are asked. */
export type LanguageContext = {
  readonly assist: () => Assist;
  /** Problems of a model's text; none when the text has changed since they were found. */
  readonly problems: (uri: string, text: string) => readonly TextProblem[];
};

/**
 * Offers fields, parts, explanations and quick fixes in the models of one place.
 *
 * @param prefix what the models' URIs start with
 */
export function registerAssist(prefix: string, context: LanguageContext): IDisposable {
  const isOurs = (model: monaco.editor.ITextModel): boolean => model.uri.toString().startsWith(prefix);
  const disposables = LANGUAGES.flatMap((language) => [
    monaco.languages.registerCompletionItemProvider(language, {
      triggerCharacters: ['{', '.', ' ', '@', '"'],
      provideCompletionItems: (model, position) =>
        isOurs(model) ? completions(model, position, context.assist()) : { suggestions: [] },
    }),
    monaco.languages.registerHoverProvider(language, {
      provideHover: (model, position) => (isOurs(model) ? hover(model, position, context.assist()) : null),
    }),
    monaco.languages.registerCodeActionProvider(language, {
      provideCodeActions: (model, range, { markers }) =>
        isOurs(model) ? actions(model, range, markers, context) : { actions: [], dispose: () => undefined },
    }),
  ]);
  return { dispose: () => disposables.forEach((disposable) => disposable.dispose()) };
}

/** For editors that have nothing to offer of the project. */
export const NO_CONTEXT: LanguageContext = { assist: () => NO_ASSIST, problems: () => [] };

function languageOfModel(model: monaco.editor.ITextModel): EditorLanguage {
  return languageOf(model.uri.path);
}

function completions(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
  assist: Assist,
): monaco.languages.CompletionList {
  const offset = model.getOffsetAt(position);
  const found = suggestAt(model.getValue(), offset, languageOfModel(model), assist);
  if (found === null) return { suggestions: [] };
  const range = {
    insert: monaco.Range.fromPositions(model.getPositionAt(found.from), position),
    replace: monaco.Range.fromPositions(model.getPositionAt(found.from), model.getPositionAt(found.to)),
  };
  return { suggestions: found.items.map((item, index) => toItem(item, index, range)) };
}

function toItem(
  item: Suggestion,
  index: number,
  range: { readonly insert: monaco.Range; readonly replace: monaco.Range },
): monaco.languages.CompletionItem {
  return {
    label: { label: item.label, description: item.description },
    kind: KINDS[item.kind],
    insertText: item.insert,
    ...(item.isSnippet ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet } : {}),
    // Before what the schema offers, in our own order.
    sortText: `!${String(index).padStart(4, '0')}`,
    documentation: { value: item.doc },
    range: { insert: range.insert, replace: range.replace },
  };
}

/** Monaco's icons: there is no own one for each of ours. */
const KINDS = {
  text: monaco.languages.CompletionItemKind.Text,
  enum: monaco.languages.CompletionItemKind.Enum,
  number: monaco.languages.CompletionItemKind.Unit,
  bool: monaco.languages.CompletionItemKind.Operator,
  list: monaco.languages.CompletionItemKind.Value,
  object: monaco.languages.CompletionItemKind.Module,
  null: monaco.languages.CompletionItemKind.Property,
  mixed: monaco.languages.CompletionItemKind.Field,
  function: monaco.languages.CompletionItemKind.Function,
  part: monaco.languages.CompletionItemKind.Variable,
  file: monaco.languages.CompletionItemKind.File,
} as const satisfies Readonly<Record<SuggestionKind, monaco.languages.CompletionItemKind>>;

function hover(
  model: monaco.editor.ITextModel,
  position: monaco.Position,
  assist: Assist,
): monaco.languages.Hover | null {
  const found = hoverAt(model.getValue(), model.getOffsetAt(position), languageOfModel(model), assist);
  if (found === null) return null;
  const range = monaco.Range.fromPositions(model.getPositionAt(found.from), model.getPositionAt(found.to));
  return { range, contents: [{ value: found.doc }] };
}

function actions(
  model: monaco.editor.ITextModel,
  range: IRange,
  markers: readonly monaco.editor.IMarkerData[],
  context: LanguageContext,
): monaco.languages.CodeActionList {
  const problems = context.problems(model.uri.toString(), model.getValue());
  const versionId = model.getVersionId();
  const found = fixesAt(problems, range).map(({ problem, fix }, index): monaco.languages.CodeAction => {
    const diagnostics = markers.filter((marker) => marker.message === problem.message);
    const edit = { resource: model.uri, versionId, textEdit: { range: toMonacoRange(fix.range), text: fix.text } };
    return { title: fix.title, kind: 'quickfix', diagnostics, edit: { edits: [edit] }, isPreferred: index === 0 };
  });
  return { actions: found, dispose: () => undefined };
}
