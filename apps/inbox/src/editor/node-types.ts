/** Nodes that the editor can change. */
export const blocks: ReadonlySet<string> = new Set([
  'doc',
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'horizontalRule',
]);

/** Those that stand in lines. */
export const inline: ReadonlySet<string> = new Set(['text', 'hardBreak']);
