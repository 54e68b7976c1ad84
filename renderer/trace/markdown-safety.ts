import { defaultSchema, type Options } from 'rehype-sanitize';
import { visibleSegments } from './visible-text.ts';

/** What Markdown in a trace may become: text structure only. No style, class, id, form, media or raw HTML. */
export const MARKDOWN_SCHEMA: Options = {
  ...defaultSchema,
  tagNames: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'img'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: { a: ['href'], img: ['src'], ol: ['start'] },
  // Any scheme may be shown; only http, https and mailto can be opened, and only after a question.
  protocols: {},
};

/** How the marks' properties reach a component. */
export type HiddenMarkAttributes = { readonly 'data-label'?: string; readonly 'data-name'?: string };

type MdastNode = { type: string; value?: string; children?: MdastNode[] };

/** Kinds of nodes whose children are blocks: text needs a paragraph there. */
const HOLDS_BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/** A remark plugin: raw HTML is shown as the text it is written in, since leaving it out would hide what was said. */
export function htmlAsText(): (tree: unknown) => void {
  // The tree is of the mdast format, of which only these fields are read.
  return (tree) => showHtml(tree as MdastNode);
}

function showHtml(node: MdastNode): void {
  if (node.children === undefined) return;
  node.children = node.children.map((child) => {
    if (child.type !== 'html') {
      showHtml(child);
      return child;
    }
    const text: MdastNode = { type: 'text', value: child.value ?? '' };
    return HOLDS_BLOCKS.has(node.type) ? { type: 'paragraph', children: [text] } : text;
  });
}

type HastNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, string>;
  children?: HastNode[];
};

/** A rehype plugin, run after sanitising: characters that would be invisible become marks. */
export function markHidden(): (tree: unknown) => void {
  // The tree is of the hast format, of which only these fields are read.
  return (tree) => markChildren(tree as HastNode);
}

function markChildren(node: HastNode): void {
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text' || child.value === undefined) {
      markChildren(child);
      return [child];
    }
    return visibleSegments(child.value).map((segment): HastNode =>
      segment.kind === 'text'
        ? { type: 'text', value: segment.text }
        : {
            type: 'element',
            tagName: 'span',
            properties: { dataLabel: segment.label, dataName: segment.name },
            children: [],
          },
    );
  });
}
