type MdastNode = { type: string; value?: string; children?: MdastNode[] };

/** A remark plugin for our own pages: `<br>` breaks the line, comments are left out, other HTML is not used in them. */
export function plainHtml(): (tree: unknown) => void {
  // The tree is of the mdast format, of which only these fields are read.
  return (tree) => walk(tree as MdastNode);
}

function walk(node: MdastNode): void {
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child): MdastNode[] => {
    walk(child);
    if (child.type !== 'html') return [child];
    return /^<br\s*\/?>$/u.test(child.value ?? '') ? [{ type: 'break' }] : [];
  });
}
