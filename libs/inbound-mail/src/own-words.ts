import { announcesAnswers } from './announcements';
import { isSourceLine } from './mail-headers';

/** Most lines of own words that are searched for their meaning for the history below. */
const MOST_LINES = 200;

const SIGNATURE_MARK = /^\s*(?:--|—|–|_{2,}|-{3,}|={3,}|\*{3,})\s*$/u;
/** What mail programs of phones write below a mail. */
const DEVICE =
  /^\s*[([<*]{0,3}\s?(?:sent (?:from|with|via) |get outlook|gesendet (?:von|mit|aus)|von meinem |diese nachricht wurde von |envoyé (?:de|depuis|avec|à partir)|télécharger outlook|enviado (?:desde|do|de|a partir)|inviato da|verzonden (?:vanaf|met|via)|skickat från|sendt fra|lähetetty |wysłan[eo] z|odesláno z|отправлено (?:с|из)|надіслано|iphone'?umdan|outlook for |outlook für |从我的|發自|從我的|发自|iphoneから|나의 iphone)/iu;

/** Whether lines say something beside a signature. */
export const saysSomething = (lines: readonly string[]): boolean => {
  for (const line of lines) {
    if (SIGNATURE_MARK.test(line)) return false;
    if (line.trim() !== '' && !DEVICE.test(line)) return true;
  }
  return false;
};

/** A salutation of a person, alone. */
const SALUTATION =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|moin|servus|bonjour|bonsoir|salut|cher|chère|hola|buen[oa]s (?:días|tardes)|estimad[oa]|ciao|salve|buongiorno|buonasera|gentile|olá|bom dia|boa tarde|prezad[oa]|hoi|beste|geachte|goede(?:morgen|middag)|hej|hei|moi|terve|dzień dobry|witam|szanown\p{L}+|dobrý den|ahoj|здравствуйте|добрый день|привет|уважаем\p{L}+|добрий день|вітаю|merhaba|sayın|selam|γεια|καλημέρα|שלום|مرحبا|السلام عليكم|سلام|สวัสดี|こんにちは|お世話になっております|您好|你好|안녕하세요)(?:!|\s[^.?:]{1,30})$/iu;

/** Whether own words end as if more of them followed: with a colon, or with a salutation alone. */
export const awaitMore = (lines: readonly string[]): boolean => {
  const filled = lines.filter((line) => line.trim() !== '');
  const last = filled.at(-1)?.trim() ?? '';
  if (/[:：]$/.test(last)) return true;
  return filled.length === 1 && (/^.{1,40}[,，、،]$/u.test(last) || SALUTATION.test(last));
};

/** A warning that servers put above mails from outside, often in colour. */
const BANNER =
  /\b(?:caution|external|extern\p{L}*|warning|achtung|vorsicht|attention|originated (?:from )?outside|outside (?:of )?(?:your|the) organi[sz]ation|unsubscribe|confidential|vertraulich)\b/iu;

/** Whether a line is such a warning. */
export const isBanner = (line: string): boolean => BANNER.test(line.slice(0, 500));

/** Whether own words say that answers stand in the history below. */
export const announcesAnswersBelow = (lines: readonly string[]): boolean =>
  lines.slice(0, MOST_LINES).some(announcesAnswers);

const HEADERS =
  /\bheaders?\b|\bkopfzeilen?\b|\ben-?t[êe]tes?\b|\bcabeceras?\b|\bcabeçalhos?\b|\bintestazion[ei]\b|заголовк/iu;

/** Lines right before headers that may say why they are there. */
const NEAR = 30;

/** Whether own words introduce the headers at a line, or ask about them: then a person pasted them. */
export const asksAboutHeaders = (lines: readonly string[], index: number): boolean => {
  const before = lines.slice(Math.max(0, index - NEAR), index).map((line) => line.slice(0, 500));
  const last = before.findLast((line) => line.trim() !== '') ?? '';
  return /[:：]\s*$/.test(last) || before.some((line) => HEADERS.test(line) || isSourceLine(line));
};
