/** The mail that a report is about, as far as the report returns it. */
export interface Returned {
  messageIds: string[];
  to: string[];
  replyTo: string[];
}

const MAX_VALUES = 20;

const ADDRESS = /[^\s<>;,"'()[\]:]{1,200}@[^\s<>;,"'()[\]:]{1,255}/g;

/** The values of a header, wherever it begins a line. Quoted and indented ones count in a text. */
const valuesOf = (text: string, name: string, isMail: boolean): string[] => {
  const start = isMail ? '' : '[>|: \\t]{0,9}';
  const header = new RegExp(
    `^${start}${name}[ \\t]{0,9}:([^\\n]{0,2000}(?:\\n[ \\t]+[^\\n]{0,2000}){0,9})`,
    'gim',
  );
  return [...text.matchAll(header)].slice(0, MAX_VALUES).map(([, value]) => value ?? '');
};

const addressesOf = (values: readonly string[]): string[] =>
  values.flatMap((value) => [...value.matchAll(ADDRESS)].map(([address]) => address)).slice(0, MAX_VALUES);

/** The headers of a returned mail that name it. In the text of a notice they are somewhere in it. */
export const findReturned = (whole: string, isMail: boolean): Returned => {
  const text = whole.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const head = isMail ? (text.trimStart().split(/\n[ \t]*\n/, 1)[0] ?? '') : text;
  const ids = valuesOf(head, '(?:x-original-)?message-?id', isMail).flatMap((value) =>
    [...value.matchAll(/<?([^\s<>]{1,250}@[^\s<>]{1,250})>?/g)].map(([, id]) => id ?? ''),
  );
  return {
    messageIds: ids.slice(0, MAX_VALUES),
    to: isMail ? addressesOf(valuesOf(head, 'to', true)) : [],
    replyTo: addressesOf(valuesOf(head, 'reply-to', isMail)),
  };
};
