import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorLanguage } from './editor-file.ts';
import classes from './editor.module.css';
import { createModel } from './models.ts';
import { EDITOR_OPTIONS } from './options.ts';
import { monaco } from './setup.ts';

type Props = {
  readonly name: string;
  readonly language: EditorLanguage;
  readonly before: { readonly label: string; readonly text: string };
  readonly after: { readonly label: string; readonly text: string };
};

/** Two texts side by side, under each other when there is little room. For looking only. */
export function DiffEditor({ name, language, before, after }: Props) {
  const { t } = useTranslation('editor');
  const host = useRef<HTMLDivElement>(null);
  const beforeText = before.text;
  const afterText = after.text;
  const label = t('diffLabel', { name, before: before.label, after: after.label });
  useEffect(() => {
    if (host.current === null) return;
    const made = monaco.editor.createDiffEditor(host.current, {
      ...EDITOR_OPTIONS,
      readOnly: true,
      originalEditable: false,
      renderOverviewRuler: false,
      useInlineViewWhenSpaceIsLimited: true,
      hideUnchangedRegions: { enabled: true },
      originalAriaLabel: `${name}, ${before.label}`,
      modifiedAriaLabel: `${name}, ${after.label}`,
      ariaLabel: label,
    });
    // After the editor: making one resets what models were told about brackets.
    const original = createModel(beforeText, language);
    const modified = createModel(afterText, language);
    made.setModel({ original, modified });
    return () => {
      made.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [name, language, beforeText, afterText, before.label, after.label, label]);
  return (
    <div className={classes.root}>
      <div ref={host} className={classes.host} />
    </div>
  );
}
