import type { RichText, RichTextMark, RichTextNode } from '@parley/rich-text';

/** What becomes of the addresses in a document; undefined removes a link or picture, but not the text of a link. */
export interface AddressRules {
  link(address: string): string | undefined;
  image(address: string): string | undefined;
}

/** A document with other addresses of its links and pictures. */
export const rewriteDocument = (document: RichText, rules: AddressRules): RichText => {
  const mark = (one: RichTextMark): RichTextMark[] => {
    if (one.type !== 'link') return [one];
    const href = rules.link(String(one.attrs?.['href']));
    return href === undefined ? [] : [{ ...one, attrs: { ...one.attrs, href } }];
  };
  const node = (one: RichTextNode): RichTextNode[] => {
    const marked = one.marks ? { ...one, marks: one.marks.flatMap(mark) } : one;
    if (one.type === 'image') {
      const src = rules.image(String(one.attrs?.['src']));
      return src === undefined ? [] : [{ ...marked, attrs: { ...one.attrs, src } }];
    }
    return [one.content ? { ...marked, content: one.content.flatMap(node) } : marked];
  };
  return { ...document, content: document.content.flatMap(node) };
};

/** The addresses of the pictures in a document, each once. */
export const listImages = (document: RichText): string[] => {
  const found = new Set<string>();
  const visit = (node: RichTextNode): void => {
    if (node.type === 'image') found.add(String(node.attrs?.['src']));
    node.content?.forEach(visit);
  };
  visit(document);
  return [...found];
};
