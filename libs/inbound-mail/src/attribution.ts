import { DESCRIBED, LEAD, mayBeName, PERSONAL, WEEKDAY, WROTE, WROTE_JOINED, YOU } from './attribution-words';

/** Longest line that names the author of a quote, in characters, and most lines that it is broken into. */
const MAX_LENGTH = 400;
const MAX_LINES = 5;

/** A line that says who wrote what follows. */
export interface Attribution {
  /** Lines that it is broken into. */
  lines: number;
  /** Where it begins in its first line: own words may stand before it. */
  offset: number;
  /** Whether it is complete enough to say that all that follows is history, even without marks of a quote. */
  isStrong: boolean;
}

const WROTE_AT_END = new RegExp(
  `(?:(?:^|[\\s>)"”»'’\\]*])(?:${WROTE}|sent)\\s*[:：]?|(?:${WROTE_JOINED})\\s*[:：])$`,
  'iu',
);
const JOINED_AT_END = new RegExp(`(?:${WROTE_JOINED})\\s*[:：]$`, 'u');
const WROTE_WORD = new RegExp(`\\s(?:${WROTE})(?=\\s|[:：]|$)`, 'iu');
/** As in "Ada <ada@…> schrieb am Di., 3. Mai 2026 um 10:00 Uhr:". */
const WROTE_BEFORE_DATE = new RegExp(
  `[\\s>)"”](?:${WROTE})\\s[^<>@]{0,60}\\d{1,2}[:.]\\d{2}[^<>@]{0,12}[:：]$`,
  'iu',
);
/** As in "Am 03.05.26 um 10:00 schrieb Ada:". */
const WROTE_BEFORE_NAME = new RegExp(
  `\\d{1,2}[:.]\\d{2}[^<>@:]{0,20}\\s(?:${WROTE})\\s([^<>@:：]{1,80}?)\\s?[:：]$`,
  'iu',
);
const ENDS_WITH_ADDRESS = /[<(（][^<>\s]{1,200}@[^<>\s]{1,200}[>)）]{1,3}\s?[:：]$/u;
/** Where programs name an author without a verb: after a comma or a zone, and in other scripts. */
const NAMES_WITHOUT_VERB =
  /\d[:.]\d{2}(?: ?[ap]\.?m\.?)?,|GMT|[+-]\d{2}:?\d{2} |[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Arabic}]/iu;
/** As in "24 Nov 2026, 10:00 by ada@…:". */
const ENDS_WITH_BARE_ADDRESS =
  /\d[:.]\d{2} (?:by|von|par|por|da|door|av|af|od|от) [^\s<>]{1,200}@[^\s<>]{1,200}:$/u;
/** As in "Wiadomość napisana przez Ada <ada@…> w dniu 3 maj 2026, o godz. 10:00:". */
const TITLED =
  /^(?:wiadomość napisana przez|missatge de) [^<>]{1,100}<[^<>\s]{1,200}@[^<>\s]{1,200}>[^<>@]{1,60}\d[:.]\d{2}\s?:$/iu;
const ADDRESS = /[^\s<>@]@[^\s<>@]+\.[^\s<>@]/;
const DATE = /\b(?:19|20)\d{2}\b|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\d[年년]/u;
const TIME = /(?<![\d.])\d{1,2}[:.hH]\d{2}(?!\d|[./-]\d)|\d\s?[ap]\.?m\b|\d[時时]/iu;

const DATED_START = new RegExp(
  `^["“*_(\\s-]{0,80}(?:(?:${LEAD})\\s[^<>@]{0,40}\\d|\\d{1,4}[./年년 -]|\\d{1,2}:\\d{2}|[\\p{L}\\p{M}]{2,14}\\.?,?\\s\\d{1,4}\\b|在\\s?\\d|[于於]\\s?\\d)`,
  'iu',
);
/** The author first: a name and an address, or an address. */
const NAMED_START =
  /^["“'*_(\s-]{0,80}(?:[\p{L}\d][^<>:!?]{0,100}<[^<>\s]{1,200}@|[^\s<>]{1,200}@[^\s<>]{1,200}\s)/u;
/** A name alone: words with capital letters. */
const NAME_ALONE =
  /^["“'-]{0,10}\s?\p{Lu}[\p{L}.'’/-]*(?: (?:\p{Lu}[\p{L}.'’/-]*|von|van|de|der|den|da|di|via|the)){0,5}["”']?$/u;
/** Thunderbird and Apple Mail write it after the name, and persons do not. */
const FINNISH_TIME = /\sk(?:ell|l)o \d/u;
/** A date in the middle of a line, before which own words may stand. */
const INNER_START = new RegExp(
  `[\\p{L}\\p{N}.!?)*-]\\s?(?=(?<=\\s|-)(?:On|Am|Le|El|Il|Em|Op|Den|W dniu|Dnia)\\s(?:(?:${WEEKDAY})\\p{L}{0,8}[.,]|\\p{L}{3,9}\\.? \\d|\\d))`,
  'iu',
);
/** As in "Ada <ada@…> hat am 3. Mai um 10:00 geschrieben:". */
const AUTHOR_BEFORE_DATE = /^[^<>:!?]{1,100}<[^<>\s]{1,200}@[^<>\s]{1,200}> (?:hat|heeft)\s?$/u;
const MAYBE = new RegExp(`[\\d@]|(?:${WROTE})`, 'iu');
/** The end of a sentence, which is no end of a line within an attribution. */
const SENTENCE_END = /[!?:：]$|\p{L}{4}\.$/u;

/** As in ">>> Ada <ada@…> 24.11.2026 10:00 >>>", which seems to quote. */
const GROUPWISE =
  /^>>> [^<>]{1,100}<[^<>\s]{1,200}@[^<>\s]{1,200}> \d[\d./ -]{5,12} \d{1,2}[:.]\d{2}(?: [AP]M)?(?: >>>)?\s*$/u;

/** Digits of Arabic, Persian and Hindi as those of Europe. */
const withDigits = (text: string): string =>
  text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0x0f))
    .replaceAll(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));

const plain = (text: string): string =>
  withDigits(text)
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\s\u00a0\u200b\u202f]+/g, ' ')
    .replaceAll(/(?<=[<(]) | (?=[>)])/g, '')
    .replaceAll(/^[ *_-]{1,100}|[ *_-]{1,100}$/g, '');

const isWholeDate = (text: string): boolean => DATE.test(text) && (TIME.test(text) || ADDRESS.test(text));

const saysWhoWrote = (text: string): boolean =>
  WROTE_AT_END.test(text) ||
  WROTE_BEFORE_DATE.test(text) ||
  NAME_ALONE.test(WROTE_BEFORE_NAME.exec(text)?.[1] ?? '');

/** The text between the last number and the address or the verb at the end. */
const authorOf = (text: string): string =>
  text.replace(ENDS_WITH_ADDRESS, '').replace(WROTE_AT_END, '').replace(/^.*\d/su, '');

/** Whether the author is certain without an address: with a name of capital letters, or a form of a program. */
const isCertainName = (text: string): boolean => {
  if (JOINED_AT_END.test(text)) return /^[在於于]|이\(가\)/u.test(text);
  const author = authorOf(text);
  return mayBeName(author) && !/^\s*[\p{Ll}]\S*\s*$/u.test(author);
};

/** Whether a text is the line that says who wrote what follows; undefined when it is none. */
const readAttribution = (source: string): Pick<Attribution, 'isStrong'> | undefined => {
  if (GROUPWISE.test(source)) return { isStrong: true };
  const text = plain(source);
  if (text.length > MAX_LENGTH || PERSONAL.test(text) || DESCRIBED.test(text)) return undefined;
  const isWhole = isWholeDate(text);
  const isColon = /[:：]$/.test(text);
  if (saysWhoWrote(text)) {
    if (YOU.test(text) && !isWhole) return undefined;
    const isDated = DATED_START.test(text);
    if (!isDated && !NAMED_START.test(text)) {
      const [name = ''] = text.split(WROTE_WORD, 1);
      const isFinnish = isWhole && FINNISH_TIME.test(text) && name.trim().includes(' ');
      return NAME_ALONE.test(name) && name.length < text.length ? { isStrong: isFinnish } : undefined;
    }
    if (!isWhole && (!isColon || !(DATE.test(text) || ADDRESS.test(text)))) return undefined;
    const isNamed = ADDRESS.test(text) || (TIME.test(text) && isCertainName(text));
    return { isStrong: isWhole && !YOU.test(text) && isNamed };
  }
  if (ENDS_WITH_BARE_ADDRESS.test(text) || TITLED.test(text)) return { isStrong: DATE.test(text) };
  if (ENDS_WITH_ADDRESS.test(text) && DATED_START.test(text) && (DATE.test(text) || TIME.test(text))) {
    const isProgram = WROTE_WORD.test(text) || (NAMES_WITHOUT_VERB.test(text) && mayBeName(authorOf(text)));
    return isProgram ? { isStrong: isWhole && TIME.test(text) } : undefined;
  }
  return undefined;
};

/** Whether the line is the middle of one that mail programs break at the address: `<`, `mailto:…`, `> wrote:`. */
const isBrokenAddress = (line: string | undefined): boolean => /^\s*<\s*$/.test(line ?? '');

/** Shortest line that is broken for its length. */
const SHORT = 40;
const VERB_START = new RegExp(`^\\s*(?:${WROTE}|sent|het volgende)(?=[\\s:：]|$)`, 'iu');
const SENTENCE_START = /^\s*(?:On|At|Am|Le|El|Il|Em|Op|Den|På|Dne|Dnia|W dniu|В|The|Der|Die|Das)\s/u;

/** The end of a line that is nothing but a date with its zone. */
const ENDS_WITH_ZONE = /\d:\d{2} [+-]\d{4}\s*$/u;
const isDateLine = (line: string): boolean => ENDS_WITH_ZONE.test(line) && DATED_START.test(line);

/** Whether a line may go on in the next one: broken for its length, at a comma, at the address, or before the verb or author. */
const goesOn = (line: string, next: string): boolean => {
  if (isDateLine(line) && NAMED_START.test(next)) return true;
  if (/[,<]\s*$/.test(line) || /^\s*[<>]/.test(next) || VERB_START.test(next)) return true;
  return line.trim().length >= SHORT && !SENTENCE_START.test(next);
};

const startsAt = (lines: readonly string[], index: number, from: number): Attribution | undefined => {
  let text = (lines[index] ?? '').slice(from);
  for (let count = 1; ; count += 1) {
    const found = readAttribution(text);
    // On one line alone it may end without a colon.
    if (found && (count === 1 || /[:：*_\s-]$/u.test(text))) return { ...found, lines: count, offset: from };
    if (count === MAX_LINES || text.length > MAX_LENGTH) return undefined;
    if (SENTENCE_END.test(text.trim())) return undefined;
    const next = lines[index + count];
    if (next === undefined) return undefined;
    if (
      next.trim() === ''
        ? !isBrokenAddress(lines[index + count + 1])
        : !goesOn(lines[index + count - 1] ?? '', next)
    )
      return undefined;
    text = `${text} ${next}`;
  }
};

const isStart = (line: string): boolean => DATED_START.test(line) || NAMED_START.test(line);

/** Whether a line within an attribution begins one by itself, also one that is not complete. */
const beginsAnother = (lines: readonly string[], index: number): boolean => {
  const line = lines[index] ?? '';
  if (!isStart(line)) return false;
  return (
    startsAt(lines, index, 0) !== undefined || (DATED_START.test(line) && WROTE_AT_END.test(plain(line)))
  );
};

/** The attribution that begins at a line, or within it; undefined without one. */
export const attributionAt = (lines: readonly string[], index: number): Attribution | undefined => {
  const line = lines[index] ?? '';
  if (line.length > MAX_LENGTH || !MAYBE.test(line)) return undefined;
  const inner = line.length > 20 ? INNER_START.exec(line) : null;
  if (inner) {
    const from = inner.index + inner[0].length;
    const found = startsAt(lines, index, from);
    const before = line.slice(0, from);
    const hasOwnWords = /[\p{L}\p{N}]/u.test(before) && !AUTHOR_BEFORE_DATE.test(before);
    if (found?.isStrong && hasOwnWords && DATED_START.test(line.slice(from))) return found;
  }
  const found = startsAt(lines, index, 0);
  if (!found) return undefined;
  // Own words with a date in the line before are none of it.
  for (let next = index + 1; next < index + found.lines; next += 1) {
    const before = lines[next - 1] ?? '';
    if (beginsAnother(lines, next) && !before.trim().endsWith(',') && !isDateLine(before)) return undefined;
  }
  return found;
};

const LAST_LINE = new RegExp(`^>\\s?(?:${WROTE})?\\s*[:：]$`, 'iu');

/** Whether a line that seems to quote is an attribution, or ends one that was broken before the bracket of its address. */
export const endsAttribution = (line: string): boolean =>
  (line.length <= 60 && LAST_LINE.test(line.trim())) || (line.length <= MAX_LENGTH && GROUPWISE.test(line));

/** Whether a line may be one: it has a date, a time and an address, and ends with a colon. */
export const mayAttribute = (line: string): boolean =>
  line.length <= MAX_LENGTH &&
  /[:：]\s*$/.test(line) &&
  DATE.test(line) &&
  TIME.test(line) &&
  ADDRESS.test(line) &&
  !PERSONAL.test(line);

/** Whether a text is an attribution, whichever way it is broken into lines. */
export const isAttribution = (text: string): boolean => readAttribution(text) !== undefined;
