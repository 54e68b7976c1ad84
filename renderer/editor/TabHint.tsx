import type { editor } from 'monaco-editor/editor';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './editor.module.css';
import { monaco } from './setup.ts';

const IS_MAC = /mac/i.test(navigator.userAgent);

/** Says what Tab does while the editor has the focus, and which key changes that: nobody is caught in it. */
export function TabHint({ instance }: { instance: editor.IStandaloneCodeEditor }) {
  const { t } = useTranslation('editor');
  const [isFocused, setFocused] = useState(false);
  const [doesLeave, setLeaves] = useState(() => instance.getOption(monaco.editor.EditorOption.tabFocusMode));
  useEffect(() => {
    const disposables = [
      // A click shows that the mouse is at hand; the hint is for those who came by Tab.
      instance.onDidFocusEditorText(() => setFocused(instance.getDomNode()?.querySelector(':focus-visible') != null)),
      instance.onDidBlurEditorText(() => setFocused(false)),
      instance.onMouseDown(() => setFocused(false)),
      instance.onDidChangeConfiguration(() => setLeaves(instance.getOption(monaco.editor.EditorOption.tabFocusMode))),
    ];
    return () => disposables.forEach((disposable) => disposable.dispose());
  }, [instance]);
  if (!isFocused) return null;
  return (
    <p className={classes.hint} role="status">
      {t('tabHint', { state: t(doesLeave ? 'tabMoves' : 'tabStays'), keys: IS_MAC ? 'Ctrl Shift M' : 'Ctrl M' })}
    </p>
  );
}
