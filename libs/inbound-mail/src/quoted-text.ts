import { endsAttribution } from './attribution';
import { findHistory, type MailLine, type QuoteOptions } from './history';

/** A text without its history. */
export interface Cut {
  kept: string;
  /** Absent when nothing was cut. */
  quoted?: string;
}

const MARKS = /^[ \t\u00a0]{0,8}((?:>[ \t]?){1,100})/;

/** A line of text, of which marks at its beginning say how deep it is quoted. */
export const parseLine = (line: string): MailLine => {
  const marks = line.includes('>') ? MARKS.exec(line) : null;
  if (!marks || endsAttribution(line)) return { text: line, depth: 0 };
  const depth = marks[0].replaceAll(/[^>]/g, '').length;
  return { text: line.slice(marks[0].length), depth };
};

/** Cuts the history of a mail's text. A text with a history that is not certain stays whole. Signatures stay. */
export const cutQuotedText = (text: string, options: QuoteOptions): Cut => {
  const lines = text.split('\n');
  const regions = findHistory(lines.map(parseLine), options);
  if (regions.length === 0) return { kept: text };
  const kept: string[] = [];
  const quoted: string[] = [];
  let next = 0;
  for (const { start, offset, end } of regions) {
    kept.push(...lines.slice(next, start));
    const [first = '', ...rest] = lines.slice(start, end);
    if (offset > 0) kept.push(first.slice(0, offset).replace(/[-\s]{1,100}$/, ''));
    quoted.push(first.slice(offset), ...rest);
    next = end;
  }
  kept.push(...lines.slice(next));
  return { kept: kept.join('\n').trim(), quoted: quoted.join('\n').trim() };
};
