import { isMarkedAnswer } from './announcements';
import { attributionAt, isAttribution, mayAttribute } from './attribution';
import { announcesAnswersBelow, asksAboutHeaders, awaitMore, isBanner, saysSomething } from './own-words';
import { headersAt, isForwardedLine, isHeaderLine, isOriginalLine, isRule } from './mail-headers';

/** A line of a mail, of its text or of its HTML. */
export interface MailLine {
  /** Without the marks of a quote. */
  text: string;
  /** How deep it is quoted: the number of marks, or of quoting elements. */
  depth: number;
  /** Whether it is in an element of which a mail program says that it quotes. */
  isMarked?: boolean;
  /** Whether such an element names the author of the quote. */
  isNamed?: boolean;
  /** Whether it is below a line by which a mail program divides the new from the old. */
  isDivided?: boolean;
  /** Whether it has a colour that no mail program sets by itself. */
  isColoured?: boolean;
}

/** How a mail refers to others. */
export interface QuoteOptions {
  /** Whether it answers another one. */
  isAnswer: boolean;
  /** Whether its subject says that it hands another one on. */
  isForward?: boolean;
}

/** History: from a line, within which own words may end, to a line that is not part of it. */
export interface Region {
  start: number;
  offset: number;
  end: number;
  /** Whether nothing but the line that announces it says that it is history. */
  isUnmarked: boolean;
}

/** Lines among which a quote names its author. */
const BEGINNING = 4;

const isBlank = (line: MailLine | undefined): boolean => line === undefined || line.text.trim() === '';
const isQuote = (line: MailLine | undefined): boolean =>
  line !== undefined && (line.depth > 0 || line.isMarked === true);

/** An address of a page that was broken within a quoted line: the rest of it has no mark. */
const isRestOfLink = (lines: readonly MailLine[], index: number): boolean => {
  const [before, line, after] = [lines[index - 1], lines[index], lines[index + 1]];
  if (!before || !line || !isQuote(before) || !isQuote(after)) return false;
  const text = line.text.trim();
  if (/^[(<]https?:\/\/\S{1,500}[)>]\s?>?$/.test(text)) return true;
  return /[(<]https?:\/\/[^\s()<>]{1,500}$/.test(before.text) && /^[^\s()<>]{1,500}[)>]$/.test(text);
};

/** Where a quote that begins at a line ends: blank lines belong to it when it goes on. */
const quoteEnd = (lines: readonly MailLine[], start: number): number => {
  let end = start + 1;
  for (let next = end; next < lines.length; next += 1) {
    if (isQuote(lines[next])) end = next + 1;
    else if (!isBlank(lines[next]) && !isRestOfLink(lines, next)) break;
  }
  return end;
};

const dividedEnd = (lines: readonly MailLine[], start: number): number => {
  let end = start;
  while (lines[end]?.isDivided) end += 1;
  return end;
};

/** Whether a quote names its own author in its first lines, or has the headers of a mail there. */
const namesItsAuthor = (texts: readonly string[], start: number, end: number): boolean => {
  let seen = 0;
  for (let index = start; index < end && seen < BEGINNING; index += 1) {
    const text = texts[index] ?? '';
    if (text.trim() === '') continue;
    seen += 1;
    if (attributionAt(texts, index) || isOriginalLine(text) || isForwardedLine(text)) return true;
    if (headersAt(texts, index)) return true;
  }
  return false;
};

const nextFilled = (lines: readonly MailLine[], index: number): number => {
  let next = index;
  while (next < lines.length && isBlank(lines[next])) next += 1;
  return next;
};

/** What announces history at a line without a mark. */
interface Announcement {
  /** Lines of the announcement itself. */
  lines: number;
  offset: number;
  /** Whether all that follows is history, whatever it is. */
  isOpen: boolean;
}

/** An announcement of so many lines: open, unless marked lines follow, below which own words may stand. */
const withEnd = (lines: readonly MailLine[], count: number, index: number): Announcement => ({
  lines: count,
  offset: 0,
  isOpen: !isQuote(lines[nextFilled(lines, index + count)]),
});

/** Number of lines of the headers at a line, with the strokes above them; of headers that nothing follows only if they are complete. */
const headersLength = (lines: readonly MailLine[], texts: readonly string[], index: number): number => {
  const isBelowRule = isRule(texts[index] ?? '');
  const first = isBelowRule ? nextFilled(lines, index + 1) : index;
  const block = headersAt(texts, first, isBelowRule);
  if (!block || asksAboutHeaders(texts, index)) return 0;
  const end = first + block.lines;
  if (lines.slice(first, end).some(isQuote)) return 0;
  const isFollowed = nextFilled(lines, end) < lines.length;
  const isAsking = (): boolean => texts.slice(0, index).some((line) => line.includes('?'));
  return isFollowed || (block.isComplete && !isAsking()) ? end - index : 0;
};

const announcedAt = (
  lines: readonly MailLine[],
  texts: readonly string[],
  index: number,
  { isAnswer, isForward = false }: QuoteOptions,
): Announcement | undefined => {
  const text = texts[index] ?? '';
  const mayBeCut = isAnswer || isForward;
  if (isForwardedLine(text) || (mayBeCut && isOriginalLine(text))) {
    const next = nextFilled(lines, index + 1);
    const headers = headersAt(texts, next, true)?.lines ?? 0;
    return withEnd(lines, headers > 0 ? next + headers - index : 1, index);
  }
  if (!mayBeCut) return undefined;
  const headers = headersLength(lines, texts, index);
  if (headers > 0) return withEnd(lines, headers, index);
  const attribution = attributionAt(texts, index);
  // Above an element that a program made for a quote, its line may be of any language.
  const isAboveMarked = (): boolean => lines[nextFilled(lines, index + 1)]?.isMarked === true;
  if (!attribution)
    return mayAttribute(text) && isAboveMarked() ? { lines: 1, offset: 0, isOpen: false } : undefined;
  const { lines: count, offset, isStrong } = attribution;
  if (isQuote(lines[nextFilled(lines, index + count)])) return { lines: count, offset, isOpen: false };
  const isFollowed = nextFilled(lines, index + count) < lines.length;
  return isStrong && isFollowed ? { lines: count, offset, isOpen: true } : undefined;
};

/** Regions that may be history, in their order. */
const findRegions = (lines: readonly MailLine[], options: QuoteOptions): Region[] => {
  const texts = lines.map(({ text }) => text);
  const regions: Region[] = [];
  for (let index = 0; index < lines.length;) {
    const line = lines[index] as MailLine;
    if (isBlank(line) && !isQuote(line)) index += 1;
    else if (line.isDivided === true && (options.isAnswer || options.isForward === true)) {
      const end = dividedEnd(lines, index);
      regions.push({ start: index, offset: 0, end, isUnmarked: true });
      index = end;
    } else if (isQuote(line)) {
      const end = quoteEnd(lines, index);
      const isNamed = line.isNamed === true || namesItsAuthor(texts, index, end);
      const isHistory = regions.length > 0 || isNamed;
      const first = texts[nextFilled(lines, index)] ?? '';
      const mayBeCut = options.isAnswer || options.isForward === true || isForwardedLine(first);
      if (isHistory && mayBeCut) regions.push({ start: index, offset: 0, end, isUnmarked: false });
      index = end;
    } else {
      const found = announcedAt(lines, texts, index, options);
      if (!found) index += 1;
      else if (found.isOpen) {
        regions.push({ start: index, offset: found.offset, end: lines.length, isUnmarked: true });
        break;
      } else {
        const end = quoteEnd(lines, nextFilled(lines, index + found.lines));
        regions.push({ start: index, offset: found.offset, end, isUnmarked: false });
        index = end;
      }
    }
  }
  return regions;
};

const hasOwnWordsBetween = (lines: readonly MailLine[], regions: readonly Region[]): boolean =>
  regions
    .slice(1)
    .some(({ start, offset }, index) =>
      lines.slice(regions[index]?.end, start).some((line) => !isBlank(line) || offset > 0),
    );

/** Whether some lines of history have a colour of their own, or a mark, which says that they are answers. */
const isAnsweredWithin = (lines: readonly MailLine[], { start, end }: Region): boolean => {
  const filled = lines.slice(start, end).filter((line) => !isBlank(line));
  if (filled.some(({ text, depth }) => depth === 0 && isMarkedAnswer(text) && !isHeaderLine(text)))
    return true;
  const isOwnColour = ({ isColoured, text }: MailLine): boolean => isColoured === true && !isBanner(text);
  const isFrame = ({ text }: MailLine): boolean =>
    isHeaderLine(text) || isRule(text) || isOriginalLine(text) || isAttribution(text);
  return filled.some(isOwnColour) && filled.some((line) => !isOwnColour(line) && !isFrame(line));
};

/**
 * Finds the history in a mail: earlier mails that it quotes or hands on. Nothing where that is not certain: with own words between
 * quotes, with answers that own words announce or that have a colour, and when no own words would be left.
 */
export const findHistory = (lines: readonly MailLine[], options: QuoteOptions): Region[] => {
  const regions = findRegions(lines, options);
  if (regions.length === 0 || hasOwnWordsBetween(lines, regions)) return [];
  const own: string[] = [];
  let next = 0;
  for (const { start, offset, end } of regions) {
    for (const { text } of lines.slice(next, start)) own.push(text);
    if (offset > 0) own.push((lines[start]?.text ?? '').slice(0, offset));
    next = end;
  }
  for (const { text } of lines.slice(next)) own.push(text);
  if (!saysSomething(own) || regions.some((region) => isAnsweredWithin(lines, region))) return [];
  // Own words below the history may be the answers that those above announce.
  const { end, isUnmarked } = regions.at(-1) as Region;
  const isLast = nextFilled(lines, end) === lines.length;
  if (isLast && (announcesAnswersBelow(own) || (isUnmarked && awaitMore(own)))) return [];
  return regions;
};
