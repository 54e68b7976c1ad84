import type { Span } from './types.ts';

/**
 * Spans of a pattern's matches that a test lets pass.
 *
 * @param pattern with the `g` flag; when it has a group `value`, the span is that group's (with the `d` flag)
 */
export function matches(text: string, pattern: RegExp, accept: (found: string) => boolean = () => true): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const [start, end] = match.indices?.groups?.['value'] ?? [match.index, match.index + match[0].length];
    if (accept(text.slice(start, end))) spans.push({ start, end });
  }
  return spans;
}
