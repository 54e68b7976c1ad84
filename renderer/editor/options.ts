import type { editor } from 'monaco-editor/editor';
import { monaco } from './setup.ts';

/** What every editor here has in common. */
export const EDITOR_OPTIONS = {
  automaticLayout: true,
  fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSize: 12.5,
  lineHeight: 20,
  fontLigatures: false,
  letterSpacing: 0,
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  renderLineHighlight: 'all',
  renderLineHighlightOnlyWhenFocus: true,
  renderFinalNewline: 'off',
  roundedSelection: false,
  scrollBeyondLastLine: false,
  lineNumbersMinChars: 4,
  // Signs of problems stand between the number and the text.
  lineDecorationsWidth: 8,
  glyphMargin: false,
  folding: true,
  showFoldingControls: 'mouseover',
  padding: { top: 8, bottom: 8 },
  guides: { indentation: false, bracketPairs: false },
  bracketPairColorization: { enabled: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  stickyScroll: { enabled: false },
  fixedOverflowWidgets: true,
  tabSize: 2,
  insertSpaces: true,
  detectIndentation: true,
  quickSuggestions: { strings: true, other: true, comments: false },
  suggest: { showWords: false, preview: false, showStatusBar: false, showIcons: true },
  wordBasedSuggestions: 'off',
  occurrencesHighlight: 'off',
  // Answers and graders come from elsewhere: nothing in them is a link.
  links: false,
  colorDecorators: false,
  // The message after the line offers its fix already.
  lightbulb: { enabled: monaco.editor.ShowLightbulbIconMode.Off },
  unicodeHighlight: { ambiguousCharacters: true, invisibleCharacters: true, nonBasicASCII: false },
  smoothScrolling: false,
  cursorBlinking: 'blink',
  accessibilitySupport: 'auto',
  dragAndDrop: false,
  contextmenu: true,
  // A very long line is drawn in part only.
  stopRenderingLineAfter: 10_000,
} as const satisfies editor.IEditorOptions & editor.IGlobalEditorOptions;
