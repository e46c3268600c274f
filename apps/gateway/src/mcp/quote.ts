/** Longest text that is quoted within a line, in characters. */
const LONGEST_INLINE = 200;

/** Whatever begins a line for some reader. */
const LINE_ENDS = /\r\n|[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]/;

/** Texts that people outside the team may have written, in the structured part of an answer. */
export interface Quoted {
  quoted: string;
}

/**
 * Fences a text that people outside the team may have written: each of its lines begins with `> `, so that no line of it can end
 * the quotation or look like one of the platform.
 */
export const quoteBlock = (text: string): string =>
  text
    .split(LINE_ENDS)
    .map((line) => `> ${line}`)
    .join('\n');

/** The same within a line: a JSON string without line ends. */
export const quoteInline = (text: string | undefined): string =>
  JSON.stringify(cut((text ?? '').split(LINE_ENDS).join(' '), LONGEST_INLINE));

/** A word such as a status as it is; any other text that stands in its place is quoted. */
export const quoteUnlessWord = (text: string): string =>
  /^[\w-]{1,64}$/.test(text) ? text : quoteInline(text);

/** A text as data in the structured part of an answer. */
export const quoteField = (text: string, most: number): Quoted => ({ quoted: cut(text, most) });

/** At most so many characters of a text; one that was cut says how long it is. */
export const cut = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text.slice(0, most).toWellFormed()} … [cut: ${most} of ${text.length} characters]`;
