import { type NodeSpec, type NodeType, Schema } from 'prosemirror-model';

const anyAttributes = (...names: string[]): NodeSpec['attrs'] =>
  Object.fromEntries(names.map((name) => [name, { default: null }]));

/**
 * The name of an image among blocks. TipTap has one name for both places, but a ProseMirror node type is either inline
 * or a block; so this name exists inside the library only.
 */
export const IMAGE_BLOCK = 'imageBlock';

/** What may stand where, with TipTap's names. Attributes are checked by `attributes.ts`, links by `urls.ts`. */
export const schema = new Schema({
  topNode: 'doc',
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', attrs: anyAttributes('textAlign') },
    heading: { group: 'block', content: 'inline*', attrs: anyAttributes('level', 'textAlign') },
    bulletList: { group: 'block', content: 'listItem+' },
    orderedList: { group: 'block', content: 'listItem+', attrs: anyAttributes('start', 'type') },
    taskList: { group: 'block', content: 'taskItem+' },
    blockquote: { group: 'block', content: 'block+' },
    codeBlock: { group: 'block', content: 'text*', marks: '', code: true, attrs: anyAttributes('language') },
    horizontalRule: { group: 'block' },
    table: { group: 'block', content: 'tableRow+' },
    [IMAGE_BLOCK]: { group: 'block', attrs: anyAttributes('src', 'alt', 'title', 'width', 'height') },
    callout: { group: 'block', content: 'block+', attrs: anyAttributes('kind') },
    details: { group: 'block', content: 'detailsSummary detailsContent+' },
    figure: { group: 'block', content: '(block | figcaption)+' },
    detailsSummary: { content: 'inline*' },
    detailsContent: { content: 'block+' },
    figcaption: { content: 'inline*' },
    listItem: { content: 'paragraph block*' },
    taskItem: { content: 'paragraph block*', attrs: anyAttributes('checked') },
    tableRow: { content: '(tableCell | tableHeader)*' },
    tableCell: { content: 'block+', attrs: anyAttributes('colspan', 'rowspan', 'colwidth') },
    tableHeader: { content: 'block+', attrs: anyAttributes('colspan', 'rowspan', 'colwidth') },
    text: { group: 'inline' },
    image: {
      inline: true,
      group: 'inline',
      attrs: anyAttributes('src', 'alt', 'title', 'width', 'height'),
    },
    hardBreak: { inline: true, group: 'inline' },
    mention: { inline: true, group: 'inline', attrs: anyAttributes('id', 'label', 'mentionSuggestionChar') },
  },
  marks: {
    link: { attrs: { href: {}, title: { default: null } } },
    bold: {},
    italic: {},
    strike: {},
    underline: {},
    code: {},
  },
});

/** The type of a node that stands in `parent`; undefined for a name that is not known. */
export const nodeTypeIn = (parent: NodeType, name: string): NodeType | undefined => {
  if (name === 'image' && !parent.inlineContent) return schema.nodes[IMAGE_BLOCK];
  return name === IMAGE_BLOCK ? undefined : (schema.nodes as Record<string, NodeType>)[name];
};

/** The public name of a node type. */
export const publicName = (type: NodeType): string => (type.name === IMAGE_BLOCK ? 'image' : type.name);
