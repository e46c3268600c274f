import { type Section } from '../documents/document';

const heading = /^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$/;

/** The sections of a text in which lines that begin with `#` are headings. */
export const sectionsOfText = (text: string): Section[] => {
  const sections: { heading?: string; lines: string[] }[] = [{ lines: [] }];
  for (const line of text.split(/\r\n?|\n/)) {
    const [, title] = heading.exec(line) ?? [];
    if (title === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ heading: title, lines: [] });
  }
  return sections
    .map(({ lines, ...rest }) => ({ ...rest, text: lines.join('\n').trim() }))
    .filter((section) => section.text !== '' || section.heading !== undefined);
};
