import { getSchema } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { defaultMarkdownSerializer, MarkdownSerializer } from 'prosemirror-markdown';
import { fitEditor } from './fit-editor';
import type { Node } from './rich';

const { nodes, marks } = defaultMarkdownSerializer;
const plain = { open: '', close: '' };

const serializer = new MarkdownSerializer(
  {
    ...(nodes as Required<typeof nodes>),
    bulletList: (state, node) => state.renderList(node, '  ', () => '- '),
    orderedList: (state, node) => {
      const start = Number(node.attrs['start'] ?? 1);
      state.renderList(node, '   ', (index) => `${start + index}. `);
    },
    listItem: (state, node) => state.renderContent(node),
    codeBlock: (state, node) => {
      state.write('```\n');
      state.text(node.textContent, false);
      state.write('\n```');
      state.closeBlock(node);
    },
    horizontalRule: (state, node) => {
      state.write('---');
      state.closeBlock(node);
    },
    // The platform reads a line's end as one.
    hardBreak: (state) => state.write('\n'),
  },
  {
    bold: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
    italic: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    underline: plain,
    code: marks['code'] ?? plain,
    link: marks['link'] ?? plain,
  },
);

/** Rich text as Markdown, for the field without formatting. */
export const toMarkdown = (doc: Node): string =>
  serializer.serialize(getSchema([StarterKit]).nodeFromJSON(fitEditor(doc)), { tightLists: true });
