import type { editor } from 'monaco-editor/editor';
import type { TextProblem } from './editor-file.ts';
import classes from './editor.module.css';
import { inlineMessages, type InlineMessage } from './markers.ts';
import { monaco } from './setup.ts';
import { templateSpans } from './template-at.ts';

const NEVER_GROWS = monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges;

/** Longer texts are shown without the colours of templates. */
const MAX_COLOURED = 200_000;

/** @returns a decoration for each `{{ … }}` of a model */
export function templateDecorations(model: editor.ITextModel): editor.IModelDeltaDecoration[] {
  if (model.getValueLength() > MAX_COLOURED || model.getLanguageId() === 'python') return [];
  return templateSpans(model.getValue()).map(({ offset, length }) => ({
    range: monaco.Range.fromPositions(model.getPositionAt(offset), model.getPositionAt(offset + length)),
    options: { inlineClassName: named(classes.template), stickiness: NEVER_GROWS },
  }));
}

/** @returns the worst problem of each line as text after it, and a sign in the margin */
export function problemDecorations(
  model: editor.ITextModel,
  problems: readonly TextProblem[],
): editor.IModelDeltaDecoration[] {
  return inlineMessages(problems)
    .filter((message) => message.line <= model.getLineCount())
    .flatMap((message) => [sign(message), ...afterLine(message, model.getLineMaxColumn(message.line))]);
}

const SIGNS = { error: classes.signError, warning: classes.signWarning, info: classes.signInfo } as const;
const TEXTS = { error: classes.textError, warning: classes.textWarning, info: classes.textInfo } as const;

function sign({ line, severity }: InlineMessage): editor.IModelDeltaDecoration {
  return {
    range: new monaco.Range(line, 1, line, 1),
    options: { linesDecorationsClassName: named(classes.sign, SIGNS[severity]) },
  };
}

/** Space before a message. A margin would come again wherever Monaco cuts a long text. */
const GAP = ' '.repeat(6);

/** Three pieces, so that the middle one can be clicked. */
function afterLine(message: InlineMessage, column: number): editor.IModelDeltaDecoration[] {
  const { line, severity } = message;
  const text = named(classes.message, TEXTS[severity]);
  const pieces = [
    { content: `${GAP}${message.before}`, className: text },
    { content: message.link, className: named(text, classes.messageLink) },
    { content: message.after, className: text },
  ];
  return pieces
    .filter((piece) => piece.content !== '')
    .map(({ content, className }) => ({
      range: new monaco.Range(line, column, line, column),
      options: {
        showIfCollapsed: true,
        after: {
          content: content.replaceAll(' ', '\u00A0'),
          inlineClassName: className,
          inlineClassNameAffectsLetterSpacing: true,
          cursorStops: monaco.editor.InjectedTextCursorStops.None,
        },
      },
    }));
}

/** @returns whether an element of the editor is the clickable piece of a message */
export function isMessageLink(element: Element | null): boolean {
  return classes.messageLink !== undefined && element?.classList.contains(classes.messageLink) === true;
}

/** Names of CSS classes; a stylesheet's names may be missing by its type. */
function named(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ');
}
