import { trimEnd } from '@parley/text';
import type { Section } from '../documents';

const heading = /^ {0,3}#{1,6}\s+(\S.*)$/;

/** The title of a line that is a heading, without the signs that may close it. */
const readTitle = (line: string): string | undefined => {
  const written = heading.exec(line)?.[1]?.trimEnd();
  return written && (trimEnd(written, '#').trimEnd() || written.charAt(0));
};

/** The sections of a text in which lines that begin with `#` are headings. */
export const sectionsOfText = (text: string): Section[] => {
  const sections: { heading?: string; lines: string[] }[] = [{ lines: [] }];
  for (const line of text.split(/\r\n?|\n/)) {
    const title = readTitle(line);
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading: title, lines: [] });
  }
  return sections
    .map(({ lines, ...rest }) => ({ ...rest, text: lines.join('\n').trim() }))
    .filter((section) => section.text !== '' || section.heading !== undefined);
};
