/** Text of a page as it is read, block by block. */
export interface PageText {
  /** Adds text to the open block; runs of blanks are one unless it is preformatted. */
  add(text: string, isPreformatted: boolean): void;
  /** What follows begins on a line of its own. */
  line(): void;
  /** A line break of the page's own. */
  breakLine(): void;
  /** Ends the open block; with a level it is a heading. */
  end(headingLevel?: number): void;
  /** All blocks, with an empty line between two of them. */
  all(): string;
}

/** Collects the text of a page. */
export const createPageText = (): PageText => {
  const blocks: string[] = [];
  let parts: string[] = [];
  // The last character decides whether a blank is needed; looking at it in a long text would copy that.
  let last = '';
  const push = (text: string): void => {
    if (text === '') return;
    parts.push(text);
    last = text.at(-1) as string;
  };
  return {
    add: (text, isPreformatted) => {
      if (isPreformatted) return push(text);
      const flat = text.replace(/[\s\u00a0]+/g, ' ');
      push(last === '' || /\s/.test(last) ? flat.replace(/^ /, '') : flat);
    },
    line: () => {
      if (last !== '' && last !== '\n') push('\n');
    },
    breakLine: () => push('\n'),
    end: (headingLevel = 0) => {
      const text = parts
        .join('')
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
        .trim();
      if (text !== '' && headingLevel > 0)
        blocks.push(`${'#'.repeat(headingLevel)} ${text.replace(/\s+/g, ' ')}`);
      else if (text !== '') blocks.push(text);
      parts = [];
      last = '';
    },
    all: () => blocks.join('\n\n'),
  };
};
