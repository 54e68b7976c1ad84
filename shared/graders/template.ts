import { closesStray, parsePath, unclosedFix } from './template-path.ts';

/** One step into a value: a field's name or a position in a list. */
export type Segment = string | number;

/** A range of a text, counted in UTF-16 units from 0. */
export type Span = { readonly offset: number; readonly length: number };

export type TemplateText = Span & { readonly kind: 'text'; readonly text: string };

/** `{{ item.a[0] }}`: the span covers the braces, `pathSpan` what is between them without blanks. */
export type TemplateReference = Span & {
  readonly kind: 'reference';
  readonly path: string;
  readonly pathSpan: Span;
  readonly namespace: string;
  readonly segments: readonly Segment[];
};

export type TemplateProblem = Span & {
  readonly code: 'template_unclosed' | 'template_stray_close' | 'template_empty' | 'template_path';
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Replaces the span `at` by the text. */
  readonly fix: { readonly title: string; readonly at: Span; readonly text: string } | null;
};

export type ParsedTemplate = {
  readonly source: string;
  readonly parts: readonly (TemplateText | TemplateReference)[];
  readonly references: readonly TemplateReference[];
  readonly problems: readonly TemplateProblem[];
};

/**
 * Reads `{{ namespace.path[0].x }}` references in a text. Blanks inside the braces do not count. Single braces are plain
 * text, as in JSON written into a prompt; `}}` is plain where it closes two single ones. Never throws, in linear time.
 *
 * @returns the text cut into parts whose spans cover it in order, and what is wrong with it
 */
export function parseTemplate(source: string): ParsedTemplate {
  const parts: (TemplateText | TemplateReference)[] = [];
  const problems: TemplateProblem[] = [];
  let textStart = 0;
  let openBraces = 0;
  let position = nextBrace(source, 0);
  while (position < source.length) {
    const run = runLength(source, position);
    if (source[position] === '}') {
      const stray = run - openBraces;
      openBraces = Math.max(0, openBraces - run);
      if (stray >= 2) problems.push(closesStray(position + run - stray, stray, parts.at(-1), source));
      position = nextBrace(source, position + run);
      continue;
    }
    if (run === 1) {
      openBraces += 1;
      position = nextBrace(source, position + 1);
      continue;
    }
    openBraces += run - 2;
    const open = position + run - 2;
    const end = closeOf(source, open + 2);
    if (end === null) {
      problems.push(unclosedFix(source, open));
      position = nextBrace(source, open + 2);
      continue;
    }
    const read = parsePath(source, open, end);
    if (read.ok) {
      pushText(parts, source, textStart, open);
      parts.push(read.reference);
      textStart = end + 2;
    } else problems.push(read.problem);
    position = nextBrace(source, end + 2);
  }
  pushText(parts, source, textStart, source.length);
  return { source, parts, problems, references: parts.filter((part) => part.kind === 'reference') };
}

function nextBrace(source: string, from: number): number {
  for (let index = from; index < source.length; index++)
    if (source[index] === '{' || source[index] === '}') return index;
  return source.length;
}

function runLength(source: string, from: number): number {
  let end = from + 1;
  while (source[end] === source[from]) end += 1;
  return end - from;
}

/** Where the `}}` of an opened reference starts; null when a brace of any other kind comes before it. */
function closeOf(source: string, from: number): number | null {
  const brace = nextBrace(source, from);
  return source[brace] === '}' && source[brace + 1] === '}' ? brace : null;
}

function pushText(parts: (TemplateText | TemplateReference)[], source: string, from: number, to: number): void {
  if (to > from) parts.push({ kind: 'text', offset: from, length: to - from, text: source.slice(from, to) });
}
