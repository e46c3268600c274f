// The package has no types; projects that include this file find ours through the reference.
/// <reference path="./email-reply-parser.d.ts" />
import EmailReplyParser from 'email-reply-parser';
import { attributionLines, findHeaders, isAttribution } from './mail-headers';
import { withinTime } from './within-time';

/** A text without its quotes. */
export interface Cut {
  kept: string;
  /** Absent when nothing was cut. */
  quoted?: string;
}

/** A run of lines that say something, or that quote. */
interface Fragment {
  text: string;
  isQuoted: boolean;
}

/** Milliseconds that may go into finding quotes; a text that takes longer is kept whole. */
const TIME_LIMIT = 150;

/** Lines of a quote that may have the line with its author. */
const BEGINNING = 3;

/** Lines among which its headers may be. */
const HEADERS = 8;

/** The beginning of a forwarded mail, which is content of the message. */
const FORWARDED =
  /^[ \t>*_-]*(begin forwarded message|forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten|message transféré|messaggio inoltrato|mensaje reenviado|doorgestuurd bericht|videresendt)/im;

/** Whether a text is, or begins, a mail that was handed on. */
export const isForwarded = (text: string): boolean => FORWARDED.test(text);

/** What stands between quotes belongs to them, and means nothing without. */
export const isInterleaved = (quotes: readonly boolean[]): boolean =>
  quotes.slice(quotes.indexOf(true), quotes.lastIndexOf(true)).includes(false);

const read = (text: string): Fragment[] =>
  new EmailReplyParser()
    .read(text)
    .getFragments()
    .map((fragment) => ({ text: fragment.getContent(), isQuoted: fragment.isQuoted() }))
    .filter((fragment) => fragment.text.trim() !== '');

const isMarked = (line: string): boolean => /^\s*>/.test(line);
const unmarked = (line: string): string => line.replace(/^[\s>]+/, '');

/** Whether a quote names its own author. */
const namesItsAuthor = (quote: string): boolean => {
  const lines = quote.split('\n').filter((line) => line.trim() !== '');
  if (!isMarked(lines[0] ?? '')) return true;
  const beginning = lines.slice(0, BEGINNING).map(unmarked);
  if (findHeaders(lines.slice(0, HEADERS).map(unmarked)) >= 0) return true;
  return beginning.some((_line, index) => isAttribution(beginning.slice(0, index + 1).join(' ')));
};

/**
 * Separates quotes of an earlier mail from text that merely has quote marks, such as output of a program: an earlier mail has a
 * line with its author, which is quoted with it.
 */
const settle = (fragments: readonly Fragment[]): Fragment[] => {
  const settled: Fragment[] = [];
  for (const fragment of fragments) {
    const isOneOfSeveral = settled.some(({ isQuoted }) => isQuoted);
    if (!fragment.isQuoted || isOneOfSeveral || namesItsAuthor(fragment.text)) {
      settled.push(fragment);
      continue;
    }
    const before = settled.at(-1);
    const lines = before?.text.split('\n') ?? [];
    const count = attributionLines(lines);
    if (!before || count === 0) {
      settled.push({ ...fragment, isQuoted: false });
      continue;
    }
    const own = lines.slice(0, -count).join('\n');
    settled.pop();
    if (own.trim() !== '') settled.push({ text: own, isQuoted: false });
    settled.push({ text: `${lines.slice(-count).join('\n')}\n${fragment.text}`, isQuoted: true });
  }
  return settled;
};

/** Options for finding a mail's quotes. */
export interface QuoteOptions {
  /** Whether it answers another one: only then the headers of a mail are those of the answered one. */
  isAnswer: boolean;
}

/**
 * Cuts the quotes of a mail's text. A text with answers between quotes, a forwarded mail, and a text that would be empty stay
 * whole; signatures stay.
 */
export const cutQuotedText = (text: string, { isAnswer }: QuoteOptions): Cut => {
  if (isForwarded(text)) return { kept: text };
  // Patterns of the package take long on some texts, and the event loop waits for them.
  const fragments = withinTime(TIME_LIMIT, (): Fragment[] => {
    const lines = text.split('\n');
    const headers = isAnswer ? findHeaders(lines) : -1;
    if (headers < 0) return settle(read(text));
    const rest = { text: lines.slice(headers).join('\n'), isQuoted: true };
    return [...settle(read(lines.slice(0, headers).join('\n'))), rest];
  });
  if (!fragments || isInterleaved(fragments.map(({ isQuoted }) => isQuoted))) return { kept: text };
  const join = (isQuoted: boolean): string =>
    fragments
      .filter((fragment) => fragment.isQuoted === isQuoted)
      .map((fragment) => fragment.text)
      .join('\n')
      .trim();
  const [kept, quoted] = [join(false), join(true)];
  return kept === '' || quoted === '' ? { kept: text } : { kept, quoted };
};
