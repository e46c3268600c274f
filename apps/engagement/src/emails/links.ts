import type { RichText, RichTextNode } from '@parley/rich-text';

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
