import { addressesIn, type RichTextNode } from '@parley/rich-text';

/** The first http or https address in a text: of a link, or written out. Code has none. */
export const findFirstLink = ({ type, text, marks = [], content = [] }: RichTextNode): string | undefined => {
  if (type === 'codeBlock' || marks.some((mark) => mark.type === 'code')) return undefined;
  const href = marks.find((mark) => mark.type === 'link')?.attrs?.['href'];
  if (typeof href === 'string') return /^https?:/i.test(href) ? href : undefined;
  if (text !== undefined) return addressesIn(text)[0]?.address;
  for (const child of content) {
    const link = findFirstLink(child);
    if (link !== undefined) return link;
  }
  return undefined;
};
