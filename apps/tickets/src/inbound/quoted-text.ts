// The package has no types; projects that include this file find ours through the reference.
/// <reference path="./email-reply-parser.d.ts" />
import EmailReplyParser from 'email-reply-parser';
import { withinTime } from './within-time';

/** A text without what it quotes. */
export interface Cut {
  kept: string;
  /** Absent when nothing was cut. */
  quoted?: string;
}

/** Milliseconds that may go into finding quotes; a text that takes longer is kept whole. */
const TIME_LIMIT = 250;

/** Begins a mail that is handed on, whose content is the message. */
const FORWARDED =
  /^[ \t>*_-]*(begin forwarded message|forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten|message transféré|messaggio inoltrato|mensaje reenviado|doorgestuurd bericht|videresendt)/im;

/** Whether a text is, or begins, a mail that was handed on. */
export const isForwarded = (text: string): boolean => FORWARDED.test(text);

/** A line of underscores and then the headers of the answered mail, as Outlook writes it. */
const OUTLOOK = /^\s*_{10,}\s*\n\s*\*?(From|Von|De|Van|Da|Fra|Från|Od|От|差出人|发件人)\s?:/;

/** What stands between quotes belongs to them, and means nothing without. */
export const isInterleaved = (quotes: readonly boolean[]): boolean =>
  quotes.slice(quotes.indexOf(true), quotes.lastIndexOf(true)).includes(false);

/**
 * Cuts what a mail's text quotes. A text that answers between quotes or hands a mail on, and one that would have nothing
 * left, is kept whole; signatures stay.
 */
export const cutQuotedText = (text: string): Cut => {
  if (isForwarded(text)) return { kept: text };
  // Its patterns take long on some texts, and the event loop waits for them.
  const fragments = withinTime(TIME_LIMIT, () =>
    new EmailReplyParser()
      .read(text)
      .getFragments()
      .map((fragment) => ({
        text: fragment.getContent(),
        isQuoted: fragment.isQuoted() || OUTLOOK.test(fragment.getContent()),
      })),
  )?.filter(({ text: content }) => content.trim() !== '');
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
