import type * as Monaco from 'monaco-editor/editor';

export type SchemeName = 'light' | 'dark';
type ThemeData = Monaco.editor.IStandaloneThemeData;

/** Colours of the editor by the design token that gives them. */
const COLORS = {
  'editor.background': '--ed-bg',
  'editor.foreground': '--text',
  'editorGutter.background': '--ed-bg',
  'editorLineNumber.foreground': '--ed-gutter',
  'editorLineNumber.activeForeground': '--text',
  'editor.lineHighlightBackground': '--ed-line',
  'editor.lineHighlightBorder': '--ed-line',
  'editorCursor.foreground': '--text',
  'editor.selectionBackground': '--accent-line',
  'editor.inactiveSelectionBackground': '--accent-soft',
  'editor.selectionHighlightBackground': '--accent-soft',
  'editor.wordHighlightBackground': '--bg-hover',
  'editor.wordHighlightStrongBackground': '--accent-soft',
  'editor.findMatchBackground': '--gold-line',
  'editor.findMatchHighlightBackground': '--gold-soft',
  'editorBracketMatch.background': '--accent-soft',
  'editorBracketMatch.border': '--accent-line',
  'editorIndentGuide.background1': '--line-subtle',
  'editorIndentGuide.activeBackground1': '--line-strong',
  'editorWhitespace.foreground': '--line-strong',
  'editorError.foreground': '--err-solid',
  'editorWarning.foreground': '--warn-solid',
  'editorInfo.foreground': '--accent-solid',
  'editorWidget.background': '--bg-raised',
  'editorWidget.foreground': '--text',
  'editorWidget.border': '--line-strong',
  'editorHoverWidget.background': '--bg-raised',
  'editorHoverWidget.foreground': '--text',
  'editorHoverWidget.border': '--line-strong',
  'editorHoverWidget.statusBarBackground': '--bg-sunken',
  'editorSuggestWidget.background': '--bg-raised',
  'editorSuggestWidget.border': '--line-strong',
  'editorSuggestWidget.foreground': '--text',
  'editorSuggestWidget.highlightForeground': '--accent',
  'editorSuggestWidget.focusHighlightForeground': '--accent',
  'editorSuggestWidget.selectedBackground': '--bg-selected',
  'editorSuggestWidget.selectedForeground': '--text',
  'editorSuggestWidget.selectedIconForeground': '--text-3',
  'editorMarkerNavigation.background': '--bg-raised',
  'editorMarkerNavigationError.background': '--err-solid',
  'editorMarkerNavigationWarning.background': '--warn-solid',
  'editorMarkerNavigationInfo.background': '--accent-solid',
  'editorUnicodeHighlight.border': '--warn-solid',
  'diffEditor.insertedTextBackground': '--diff-add-strong',
  'diffEditor.insertedLineBackground': '--diff-add',
  'diffEditor.removedTextBackground': '--diff-del-strong',
  'diffEditor.removedLineBackground': '--diff-del',
  'diffEditor.border': '--line',
  'diffEditor.diagonalFill': '--line-subtle',
  'diffEditor.unchangedRegionBackground': '--bg-sunken',
  'diffEditor.unchangedRegionForeground': '--text-3',
  'scrollbarSlider.background': '--line-strong',
  'scrollbarSlider.hoverBackground': '--line-control',
  'scrollbarSlider.activeBackground': '--line-control',
  'inputValidation.infoBackground': '--bg-raised',
  'inputValidation.infoBorder': '--line-strong',
  'inputValidation.infoForeground': '--text',
  'input.background': '--bg-surface',
  'input.foreground': '--text',
  'input.border': '--line-control',
  'input.placeholderForeground': '--text-3',
  'inputOption.activeBackground': '--accent-soft',
  'inputOption.activeBorder': '--accent-line',
  'inputOption.activeForeground': '--accent',
  'list.hoverBackground': '--bg-hover',
  'list.focusBackground': '--bg-selected',
  'list.focusForeground': '--text',
  'list.activeSelectionBackground': '--bg-selected',
  'list.activeSelectionForeground': '--text',
  'list.highlightForeground': '--accent',
  'menu.background': '--bg-raised',
  'menu.foreground': '--text',
  'menu.border': '--line',
  'menu.selectionBackground': '--bg-hover',
  'menu.selectionForeground': '--text',
  'menu.separatorBackground': '--line',
  'textLink.foreground': '--accent',
  'textLink.activeForeground': '--accent-hover',
  'textCodeBlock.background': '--bg-sunken',
  'symbolIcon.textForeground': '--text-3',
  'symbolIcon.enumeratorForeground': '--text-3',
  'symbolIcon.enumeratorMemberForeground': '--text-3',
  'symbolIcon.unitForeground': '--text-3',
  'symbolIcon.fieldForeground': '--text-3',
  'symbolIcon.propertyForeground': '--text-3',
  'symbolIcon.valueForeground': '--text-3',
  'symbolIcon.functionForeground': '--text-3',
  'symbolIcon.variableForeground': '--text-3',
  'symbolIcon.fileForeground': '--text-3',
  'symbolIcon.moduleForeground': '--text-3',
  'symbolIcon.operatorForeground': '--text-3',
  'symbolIcon.structForeground': '--text-3',
  'symbolIcon.classForeground': '--text-3',
  'symbolIcon.constantForeground': '--text-3',
  'symbolIcon.keywordForeground': '--text-3',
  'symbolIcon.snippetForeground': '--text-3',
  focusBorder: '--focus',
  foreground: '--text',
  descriptionForeground: '--text-2',
  'icon.foreground': '--text-3',
  'widget.border': '--line-strong',
  'button.background': '--btn-fill',
  'button.foreground': '--text-on-accent',
  'button.hoverBackground': '--btn-fill-hover',
} as const satisfies Readonly<Record<string, `--${string}`>>;

/** Colours of tokens. Monaco picks the longest name that matches, so names of its own themes must be met in full. */
const TOKENS = {
  '': '--text',
  delimiter: '--text',
  'string.key.json': '--ed-key',
  'string.value.json': '--ed-str',
  string: '--ed-str',
  'string.escape': '--ed-num',
  number: '--ed-num',
  keyword: '--ed-kw',
  'keyword.json': '--ed-num',
  function: '--ed-fn',
  comment: '--ed-com',
  annotation: '--ed-fn',
} as const satisfies Readonly<Record<string, `--${string}`>>;

export function themeName(scheme: SchemeName): string {
  return `assay-${scheme}`;
}

/**
 * @param token value of a design token: `#rgb`, `#rrggbb` or `#rrggbbaa`
 * @returns the theme of a scheme, every colour of it from the tokens
 */
export function themeData(scheme: SchemeName, token: (name: string) => string): ThemeData {
  return {
    base: scheme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: Object.entries(TOKENS).map(([name, color]) => ({ token: name, foreground: hex(token(color)) })),
    colors: Object.fromEntries(Object.entries(COLORS).map(([name, color]) => [name, `#${hex(token(color))}`])),
  };
}

/** `#abc` is `aabbcc`: Monaco takes six or eight digits. */
function hex(color: string): string {
  const digits = color.trim().replace('#', '');
  return digits.length === 3 ? digits.replaceAll(/./gu, '$&$&') : digits;
}

/** Shows the theme of the scheme that the page has, now and whenever it changes. */
export function followColorScheme({ editor }: Pick<typeof Monaco, 'editor'>, root: HTMLElement): void {
  function apply(): void {
    const scheme = root.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light';
    const style = getComputedStyle(root);
    editor.defineTheme(
      themeName(scheme),
      themeData(scheme, (name) => style.getPropertyValue(name)),
    );
    editor.setTheme(themeName(scheme));
  }
  new MutationObserver(apply).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
  apply();
}
