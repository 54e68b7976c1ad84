import { invariant } from '../../../shared/rpc/errors.ts';
import type { Span } from './types.ts';

/**
 * Spans of a pattern's matches that a test lets pass.
 *
 * @param pattern with the `g` flag; when it has a group `value`, the span is that group's (with the `d` flag)
 */
export function matches(text: string, pattern: RegExp, accept: (found: string) => boolean = () => true): Span[] {
  const spans: Span[] = [];
  invariant(pattern.global, 'a pattern that finds all has the g flag');
  // `matchAll` would copy the pattern for every text.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [start, end] = match.indices?.groups?.['value'] ?? [match.index, match.index + match[0].length];
    if (accept(text.slice(start, end))) spans.push({ start, end });
    if (match[0] === '') pattern.lastIndex += 1;
  }
  return spans;
}
