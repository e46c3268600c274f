/** Labels of the line that names the sender, as mail programs write it above what they quote. */
const FROM =
  'from|von|de|van|da|fra|från|od|lähettäjä|feladó|kimden|expediteur|expéditeur|remetente|от|від|差出人|发件人|寄件者|보낸 사람';

/** Labels of the lines that stand beside it. */
const BESIDE =
  'sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|envoyé|à|objet|enviado|enviada(?: em)?|fecha|data|para|asunto|assunto|inviato|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|wysłano|do|temat|odesláno|komu|předmět|lähetetty|vastaanottaja|aihe|gönderildi|kime|konu|отправлено|дата|кому|тема|送信日時|日時|宛先|件名|发送时间|日期|收件人|抄送|主题|寄件日期|收件者|主旨|날짜|받는 사람|제목';

const label = (words: string): RegExp => new RegExp(`^[ \\t]*\\*?(?:${words})\\*?[ \\t\\u00a0]*[:：]`, 'iu');
const FROM_LINE = label(FROM);
const BESIDE_LINE = label(BESIDE);

/** A line that says that the answered mail follows: of strokes, alone or around some words. */
const SEPARATOR =
  /^[ \t]*(?:[-_]{5,}[ \t]*|[-_]{4,}[ \t\u00a0]{0,120}[\p{L}\p{M} ]{1,40}[ \t\u00a0]{0,120}[-_]{4,}[ \t]*)$/u;

const MAX_SEPARATOR = 120;

/** Lines that belong to the headers of one mail: the sender and at least two others. */
const MIN_LINES = 3;
/** Most lines of such headers. */
const MAX_LINES = 50;

/** Whether a line separates a mail's own words from its quotes. */
export const isSeparator = (line: string): boolean => line.length <= MAX_SEPARATOR && SEPARATOR.test(line);

/** Number of lines from an index that are headers of one mail, 0 when the sender or all but one of the others is missing. */
const headersAt = (lines: readonly string[], start: number): number => {
  let end = start;
  let namesSender = false;
  for (; end < Math.min(lines.length, start + MAX_LINES); end += 1) {
    const line = lines[end] ?? '';
    const isSender = FROM_LINE.test(line);
    if (!isSender && !BESIDE_LINE.test(line)) break;
    namesSender ||= isSender;
  }
  return namesSender && end - start >= MIN_LINES ? end - start : 0;
};

/**
 * Index of the line at which the headers of an answered mail begin, as Outlook and others write them above it, with the
 * separator before them; -1 without any.
 */
export const findHeaders = (lines: readonly string[]): number => {
  let start = lines.findIndex((_line, index) => headersAt(lines, index) > 0);
  if (start < 0) return -1;
  const isSkipped = (line: string | undefined): boolean =>
    line !== undefined && (line.trim() === '' || isSeparator(line));
  let before = start;
  while (isSkipped(lines[before - 1])) before -= 1;
  if (lines.slice(before, start).some(isSeparator)) start = before;
  return start;
};

/** Whether a text begins with the headers of an answered mail. */
export const beginsWithHeaders = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return findHeaders(lines.slice(0, MIN_LINES + 1)) === 0;
};

/** Longest line that names the author of a quote, in characters, and most lines that it is broken into. */
const MAX_ATTRIBUTION = 300;
const MAX_ATTRIBUTION_LINES = 3;

/** Ends with a colon, in any script, and has an address, a year or a time of day, or says in many a language who wrote. */
const ATTRIBUTION =
  /(?:@|\b\d{4}\b|\d{1,2}[:.]\d{2}|\d{4}年)[^]{0,300}[:：]$|(?:^|\s)(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał(?:\(a\)|a)?|пишет|написала?)\s?:$/iu;

/** Whether a text is the line that says who wrote, and when, what follows: in any language. */
export const isAttribution = (text: string): boolean =>
  text.length <= MAX_ATTRIBUTION && ATTRIBUTION.test(text.trim());

/** Whether a line is no mere end of one: a date stands before, or beside, the address. */
const isWhole = (text: string): boolean =>
  !/^[^<]*>/.test(text) && (!text.includes('@') || /\d/.test(text.replaceAll(/<[^<>]*>/g, '')));

/** Number of lines at the end that name the author of the following quote; 0 when there are none. */
export const attributionLines = (lines: readonly string[]): number => {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES && count <= end; count += 1) {
    const taken = lines.slice(end - count, end);
    if (taken[0]?.trim() === '') return 0;
    const text = taken.join(' ');
    if (isAttribution(text) && isWhole(text)) return lines.length - (end - count);
  }
  return 0;
};

/** Prefixes by which mail programs mark a mail that hands another one on. */
const FORWARD = /^\s*(?:fwd?|wg|tr|rv|enc|vl|vb|pd|doorst|i|转发|轉寄|転送)\s*[:：]/iu;

/** Whether the subject says that the mail is forwarded; its content is then the message. */
export const isForwardSubject = (subject: string): boolean => FORWARD.test(subject);

/** Prefixes by which mail programs mark an answer. */
const ANSWER = /^\s*(?:re|aw|sv|antw|res|rif|ref|odp|vs|vá|ynt|回复|回覆|答复|返信)\s*(?:\[\d+\]\s*)?[:：]/iu;

/** Whether the subject says that the mail answers one. */
export const isAnswerSubject = (subject: string): boolean => ANSWER.test(subject);
