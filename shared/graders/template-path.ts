import type { Segment, TemplateProblem, TemplateReference, TemplateText } from './template.ts';

type PathRead =
  | { readonly ok: true; readonly reference: TemplateReference }
  | { readonly ok: false; readonly problem: TemplateProblem };

const STEP = /\.([^\s.[\]{}|()"'`,]+)|\[(\d{1,9})\]/uy;
const NAMESPACE = /[A-Z_]\w*/iuy;

/** Reads what stands between `{{` at `open` and `}}` at `close`. */
export function parsePath(source: string, open: number, close: number): PathRead {
  const inner = source.slice(open + 2, close);
  const path = inner.trim();
  const pathOffset = open + 2 + (inner.length - inner.trimStart().length);
  const span = { offset: open, length: close + 2 - open };
  if (path === '') {
    const message = 'The braces are empty. Name a field, such as item.reference_answer or sample.output_text.';
    return { ok: false, problem: { code: 'template_empty', severity: 'error', ...span, message, fix: null } };
  }
  NAMESPACE.lastIndex = 0;
  const namespace = NAMESPACE.exec(path)?.[0] ?? '';
  const segments: Segment[] = [];
  let position = namespace.length;
  STEP.lastIndex = position;
  for (let step = STEP.exec(path); namespace !== '' && step !== null; step = STEP.exec(path)) {
    segments.push(step[1] ?? Number(step[2]));
    position = STEP.lastIndex;
  }
  if (namespace === '' || position < path.length) {
    const bad = { offset: pathOffset + position, length: path.length - position };
    return {
      ok: false,
      problem: { code: 'template_path', severity: 'error', ...bad, message: wrong(path, position), fix: null },
    };
  }
  const pathSpan = { offset: pathOffset, length: path.length };
  return { ok: true, reference: { kind: 'reference', ...span, path, pathSpan, namespace, segments } };
}

function wrong(path: string, position: number): string {
  const rest = path.slice(position);
  if (rest.startsWith('|') || /^\s+\|/u.test(rest))
    return 'Filters are not supported. A reference is a path only, such as item.answer.';
  if (rest.startsWith('(')) return 'Functions are not supported. A reference is a path only, such as item.answer.';
  if (rest.startsWith('['))
    return 'Only a position in a list may stand in brackets, counted from 0, such as item.files[0].';
  if (rest === '.') return 'The path ends in a dot. Name the field after it.';
  if (/^\s/u.test(rest)) return 'A path has no blanks in it. Write it like item.answer.';
  if (position === 0) return 'A path starts with item or sample, such as item.answer.';
  return `A path cannot hold ${rest.slice(0, 1)}. Write it like item.answer or item.files[0].`;
}

/** The problem of `{{` at `open` that no `}}` ends, with the closing braces put after what looks like the path. */
export function unclosedFix(source: string, open: number): TemplateProblem {
  const rest = source.slice(open + 2, open + 400);
  const path = /^\s*[^\s{}"'|()]*/u.exec(rest)?.[0] ?? '';
  const after = open + 2 + path.length;
  const blanks = /^\s*/u.exec(source.slice(after, after + 20))?.[0].length ?? 0;
  const single = source[after + blanks] === '}';
  const at = single ? { offset: after + blanks, length: 1 } : { offset: after, length: 0 };
  const text = single || path.trim().length === path.length ? '}}' : ' }}';
  return {
    code: 'template_unclosed',
    severity: 'error',
    offset: open,
    length: 2 + path.length,
    message: 'This {{ is never closed. End the reference with }}.',
    fix: { title: 'Close with }}', at, text },
  };
}

/** The problem of `count` closing braces that close nothing. Right after a reference they are surely a slip. */
export function closesStray(
  offset: number,
  count: number,
  before: TemplateReference | TemplateText | undefined,
  source: string,
): TemplateProblem {
  const end = before === undefined ? -1 : before.offset + before.length;
  const adjacent = before?.kind === 'reference' && source.slice(end, offset).replaceAll('}', '').trim() === '';
  return {
    code: 'template_stray_close',
    severity: adjacent ? 'error' : 'warning',
    offset,
    length: count,
    message: adjacent
      ? 'There are more closing braces than opening ones, and they would stand in the text. Remove them.'
      : 'These braces close nothing and stand in the text as they are.',
    fix: { title: 'Remove the extra braces', at: { offset, length: count }, text: '' },
  };
}
