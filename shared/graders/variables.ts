import type { Segment } from './template.ts';

/** A text of a definition that may hold references, and where it stands in `grader.json`. */
export type TemplateField = { readonly at: readonly Segment[]; readonly text: string };

/**
 * Lists the texts of a definition in which `{{ … }}` is filled in: input and reference of the comparing graders and every
 * message text of the judging ones. Python source is none of them.
 *
 * @param definition a definition, or any JSON value still being typed; what is not of the right form is passed over
 */
export function templateFields(definition: unknown): readonly TemplateField[] {
  return [...fieldsOf(definition, [])];
}

function* fieldsOf(grader: unknown, at: readonly Segment[]): Generator<TemplateField> {
  if (!isObject(grader)) return;
  switch (grader.type) {
    case 'string_check':
    case 'text_similarity':
      yield* textAt(grader.input, [...at, 'input']);
      yield* textAt(grader.reference, [...at, 'reference']);
      return;
    case 'score_model':
    case 'label_model':
      if (!Array.isArray(grader.input)) return;
      for (const [index, message] of (grader.input as unknown[]).entries())
        if (isObject(message)) yield* contentTexts(message.content, [...at, 'input', index, 'content']);
      return;
    case 'multi':
      if (!isObject(grader.graders)) return;
      // A multi inside a multi is refused elsewhere; not following it keeps this from going round.
      for (const [key, part] of Object.entries(grader.graders))
        if (isObject(part) && part.type !== 'multi') yield* fieldsOf(part, [...at, 'graders', key]);
      return;
    default:
      return;
  }
}

/** A content is a text, an object with a text, or a list of those. */
function* contentTexts(content: unknown, at: readonly Segment[]): Generator<TemplateField> {
  if (!Array.isArray(content)) {
    yield* contentText(content, at);
    return;
  }
  for (const [index, entry] of (content as unknown[]).entries()) yield* contentText(entry, [...at, index]);
}

function* contentText(content: unknown, at: readonly Segment[]): Generator<TemplateField> {
  if (isObject(content)) yield* textAt(content.text, [...at, 'text']);
  else yield* textAt(content, at);
}

function* textAt(text: unknown, at: readonly Segment[]): Generator<TemplateField> {
  if (typeof text === 'string') yield { at, text };
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
