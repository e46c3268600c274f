/** Labels of the line that names the sender, as mail programs write it above what they quote. */
const FROM =
  'from|von|de|van|da|fra|från|od|lähettäjä|feladó|kimden|gönderen|expediteur|expéditeur|remetente|от(?: кого)?|від|差出人|发件人|寄件者|보낸 ?사람|από|מאת|من|จาก|de la|寄件人';

/** Labels of the lines that stand beside it. */
const BESIDE =
  'sent|date|to|cc|subject|reply-to|gesendet(?: am)?|datum|an|kopie|betreff|antwort an|envoyé(?: le)?|à|objet|sujet|copie à|message du|répondre à|enviado(?: el)?|enviada(?: em)?|fecha|data|para|asunto|assunto|inviato|a|oggetto|risposta|rispondi a|verzonden|aan|onderwerp|skickat|till|ämne|kopia|sendt|dato|til|emne|kopi|wysłano|do|temat|odesláno|komu|předmět|lähetetty|päivämäärä|vastaanottaja|aihe|gönderildi|gönderilme tarihi|tarih|kime|kime:|konu|отправлено|дата|кому|тема|копия|надіслано|送信日時|日時|宛先|件名|发送时间|日期|收件人|抄送|主题|寄件日期|收件者|主旨|날짜|보낸 날짜|받는 ?사람|참조|제목|日付|主[\\u3000 ]题|主[\\u3000 ]旨|副本|enviado(?: em)?|wysłane|dw|elküldve|címzett|másolat|tárgy|εστάλη|ημερομηνία|προς|θέμα|trimis|către|subiect|изпратено|до|относно|odoslané|predmet|kópia|poslano|prima|za|zadeva|נשלח|תאריך|אל|עותק|נושא|تم الإرسال|التاريخ|إلى|نسخة|الموضوع|ส่ง|วันที่|ถึง|สำเนา|เรื่อง';
const SUBJECT =
  'subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|předmět|aihe|konu|тема|件名|主[\\u3000 ]?题|主[\\u3000 ]?旨|제목|tárgy|θέμα|subiect|относно|predmet|zadeva|נושא|الموضوع|เรื่อง';

const label = (words: string): RegExp =>
  new RegExp(`^[ \\t\\u00a0]*\\*?(?:${words})[ \\t\\u00a0]*\\*?[ \\t\\u00a0]*[:：]`, 'iu');
const FROM_LINE = label(FROM);
const BESIDE_LINE = label(BESIDE);
const SUBJECT_LINE = label(SUBJECT);
/** Headers that only the source of a mail has, which a person pasted. */
const SOURCE_LINE =
  /^[ \t]*(?:received|message-id|mime-version|content-type|return-path|dkim-signature|authentication-results|x-[\w-]+)[ \t]*:/i;

const DATE_LINE = label(
  'sent|date|gesendet(?: am)?|datum|envoyé(?: le)?|message du|enviado(?: el)?|enviada(?: em)?|fecha|data|inviato|verzonden|skickat|sendt|dato|wysłano|odesláno|lähetetty|päivämäärä|gönderildi|gönderilme tarihi|tarih|отправлено|дата|надіслано|送信日時|日時|发送时间|日期|寄件日期|날짜|보낸 날짜|日付|enviado em|wysłane|elküldve|dátum|εστάλη|ημερομηνία|trimis|изпратено|odoslané|poslano|נשלח|תאריך|تم الإرسال|التاريخ|ส่ง|วันที่',
);

const ADDRESS = /[^\s<>@]@[^\s<>@]+\.[^\s<>@]/;
const TIME = /(?<![\d.])\d{1,2}[:.hH]\d{2}(?!\d|[./-]\d)|\d\s?[ap]\.?m\b|\d[時时시]/i;

/** Titles by which mail programs announce the answered mail. */
const ORIGINAL =
  'original message|original|reply message|original email|ursprüngliche nachricht|originalnachricht|original-nachricht|antwort nachricht|message d.origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|oprindelig meddelelse|oprindelig besked|ursprungligt meddelande|originalmeddelande|opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|původní (?:zpráva|e-mail)|исходное сообщение|оригинальное сообщение|оригінальне повідомлення|orijinal mesaj|özgün ileti|元のメッセージ|原始邮件|原始郵件|원본 (?:메시지|메일)|αρχικό μήνυμα|הודעה מקורית|الرسالة الأصلية|pôvodná správa|izvorna poruka|izvirno sporočilo|mesaj original|eredeti üzenet';
/** The same of a mail that is handed on. */
const FORWARDED =
  'forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten (?:nachricht|e-mail)|message transféré|début du message (?:transféré|réexpédié)|messaggio inoltrato|inizio messaggio inoltrato|mensaje reenviado|inicio del mensaje reenviado|mensagem encaminhada|início da mensagem encaminhada|doorgestuurd bericht|begin doorgestuurd bericht|videresendt (?:melding|meddelelse|besked)|videresendt besked|vidarebefordrat (?:meddelande|brev)|vidarebefordrat|välitetty viesti|wiadomość przekazana|przekazana wiadomość|přeposlaná zpráva|пересылаемое сообщение|переадресоване повідомлення|iletilen (?:mesaj|ileti)|転送されたメッセージ|转发的邮件|轉寄的郵件|전달된 메시지';
const titled = (words: string): RegExp =>
  new RegExp(
    `^[\\s*]{0,20}[-_]{3,}[\\s\\u00a0]{0,100}(?:${words})[\\s\\u00a0]{0,100}:?[\\s\\u00a0]{0,9}[-_]{3,}[\\s*]{0,20}$`,
    'iu',
  );
const ORIGINAL_LINE = titled(ORIGINAL);
const FORWARDED_LINE = titled(FORWARDED);
const BARE_FORWARDED_LINE = new RegExp(`^[\\s*]{0,20}(?:${FORWARDED})\\s{0,3}[:：][\\s*]{0,20}$`, 'iu');
const RULE = /^[ \t]*[-_=*]{4,}[ \t]*$/;

const MAX_TITLE = 200;

/** Whether a line announces the answered mail. */
export const isOriginalLine = (line: string): boolean => line.length <= MAX_TITLE && ORIGINAL_LINE.test(line);

/** Whether a line announces a mail that is handed on. */
export const isForwardedLine = (line: string): boolean =>
  line.length <= MAX_TITLE && (FORWARDED_LINE.test(line) || BARE_FORWARDED_LINE.test(line));

/** Whether a line is nothing but strokes. */
export const isRule = (line: string): boolean => line.length <= MAX_TITLE && RULE.test(line);

/** Whether a line names the sender of a mail. */
export const isFromLine = (line: string): boolean => FROM_LINE.test(line);

/** Whether a line has the label of a header. */
export const isHeaderLine = (line: string): boolean => FROM_LINE.test(line) || BESIDE_LINE.test(line);

/** Whether a line is a header that only the source of a mail has. */
export const isSourceLine = (line: string): boolean => line.length <= 2_000 && SOURCE_LINE.test(line);

/** Most lines of such headers, and the longest line of them. */
const MAX_LINES = 30;
const MAX_LINE = 2000;

/** Headers of the answered mail. */
export interface HeaderBlock {
  lines: number;
  /** Whether it has all that Outlook writes. */
  isComplete: boolean;
}

/**
 * The headers of one mail that begin at a line: its sender and at least two others, with an address or the time of day, and a subject
 * or a date.
 * Below a rule one other is enough. Undefined for lines of a person that only look like it.
 */
export const headersAt = (
  lines: readonly string[],
  start: number,
  isBelowRule = false,
): HeaderBlock | undefined => {
  const first = lines[start] ?? '';
  if ((!FROM_LINE.test(first) && !BESIDE_LINE.test(first)) || /^\s*\p{Ll}/u.test(first)) return undefined;
  let end = start;
  let count = 0;
  const known = { sender: false, subject: false, date: false, address: false, time: false };
  for (; end < Math.min(lines.length, start + MAX_LINES); end += 1) {
    const line = (lines[end] ?? '').slice(0, MAX_LINE);
    if (SOURCE_LINE.test(line)) return undefined;
    const isSender = FROM_LINE.test(line);
    if (isSender || BESIDE_LINE.test(line)) count += 1;
    else {
      // A long value is broken: the next label follows.
      const next = (lines[end + 1] ?? '').slice(0, MAX_LINE);
      const isBroken = /^[ \t]*<|^[ \t]+\S/.test(line) || /[,;:]\s*$/.test(lines[end - 1] ?? '');
      if (line.trim() === '' || !isBroken || !BESIDE_LINE.test(next)) break;
    }
    known.sender ||= isSender;
    known.subject ||= SUBJECT_LINE.test(line);
    known.date ||= DATE_LINE.test(line);
    known.address ||= ADDRESS.test(line);
    known.time ||= TIME.test(line) && DATE_LINE.test(line);
  }
  const isCertain = known.address ? known.subject || known.date : known.time && known.subject;
  if (!known.sender || !isCertain || count < (isBelowRule ? 2 : 3)) return undefined;
  return { lines: end - start, isComplete: count >= 4 && known.subject };
};

/** Lists put their name before the prefix. */
const prefixed = (words: string): RegExp =>
  new RegExp(
    `^\\s{0,9}(?:\\[[^\\]]{1,60}\\]\\s{0,9})?(?:${words})\\.?\\s{0,9}(?:\\[\\d{1,3}\\]\\s{0,9})?[:：]`,
    'iu',
  );

/** Prefixes by which mail programs mark a mail that hands another one on. */
const FORWARD = prefixed('fwd?|wg|tr|rv|enc|vl|vb|pd|doorst|i|i̇lt|ilt|пересл|转发|轉寄|転送|전달');

/** Whether the subject says that the mail is forwarded. */
export const isForwardSubject = (subject: string): boolean => FORWARD.test(subject);

/** Prefixes by which mail programs mark an answer. */
const ANSWER = prefixed(
  're|aw|sv|antw|res|rif|r|ref|odp|vs|vá|ynt|bls|ответ|відповідь|回复|回覆|答复|返信|回信|답장|회신',
);

/** Whether the subject says that the mail answers one. */
export const isAnswerSubject = (subject: string): boolean => ANSWER.test(subject);
