/**
 * The trimmed Monaco: its core, the features that are used, JSON and Python. Everything that touches it imports it from here, so
 * that workers, themes and keys are in place first. Load it lazily: it is 3 MB.
 */
import * as monaco from 'monaco-editor/editor';
// The entry of the feature `suggest` leaves its list out.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeAction/register';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/diffEditor/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/format/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/readOnlyMessage/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/tokenization/register';
import 'monaco-editor/features/unicodeHighlighter/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/python/register';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import { StandaloneServices } from 'monaco-editor/editor/standalone/browser/standaloneServices';
import { leaveAppKeys } from './app-keys.ts';
import { createJsonMode } from './json-mode.ts';
import { PYTHON_TOKENS } from './python-tokens.ts';
import { editorServices } from './services.ts';
import { followColorScheme } from './theme.ts';

/** Monaco looks for its workers in a global. They are files of this origin, so the page's policy needs no blob. */
globalThis.MonacoEnvironment = {
  getWorker: (_moduleId, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};
StandaloneServices.initialize(editorServices());
monaco.languages.setMonarchTokensProvider('python', PYTHON_TOKENS);
leaveAppKeys(monaco);
followColorScheme(monaco, document.documentElement);

/** Schemas for JSON models. */
export const jsonMode = createJsonMode(monaco);
export { monaco };
