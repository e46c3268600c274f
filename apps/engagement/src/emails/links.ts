import type { RichText, RichTextNode } from '@parley/rich-text';

const readLink = ({ marks = [] }: RichTextNode): string | undefined => {
  const href = marks.find(({ type }) => type === 'link')?.attrs?.['href'];
  return typeof href === 'string' ? href : undefined;
};

const changeNode = (node: RichTextNode, change: (url: string) => string): RichTextNode => {
  const marks = node.marks?.map((mark) => {
    const href = mark.type === 'link' ? mark.attrs?.['href'] : undefined;
    if (typeof href !== 'string' || !/^https?:/i.test(href)) return mark;
    return { ...mark, attrs: { ...mark.attrs, href: change(href) } };
  });
  return {
    ...node,
    ...(marks && { marks }),
    ...(node.content && { content: node.content.map((child) => changeNode(child, change)) }),
  };
};

/** A document with changed http(s) links; others stay. */
export const changeLinks = (document: RichText, change: (url: string) => string): RichText =>
  changeNode(document, change) as RichText;

const spellOut = (node: RichTextNode): RichTextNode => {
  const { content } = node;
  if (!content) return node;
  return {
    ...node,
    content: content.flatMap((child, index): RichTextNode[] => {
      const url = readLink(child);
      const next = content[index + 1];
      const isLast = url !== undefined && (next === undefined || readLink(next) !== url);
      const isShown = child.text?.trim() === url;
      return isLast && !isShown ? [child, { type: 'text', text: ` <${url}>` }] : [spellOut(child)];
    }),
  };
};

/** A document that says in its text where its links lead. */
export const spellOutLinks = (document: RichText): RichText => spellOut(document) as RichText;
