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

/** Whether own words end as if more of them followed: with a colon, or with a salutation alone. */
export const awaitMore = (lines: readonly string[]): boolean => {
  const filled = lines.filter((line) => line.trim() !== '');
  const last = filled.at(-1)?.trim() ?? '';
  return /[:：]$/.test(last) || (filled.length === 1 && /^.{1,40}[,，、]$/u.test(last));
};

/** A warning that servers put above mails from outside, often in colour. */
const BANNER =
  /\b(?:caution|external|extern\p{L}*|warning|achtung|vorsicht|attention|originated (?:from )?outside|outside (?:of )?(?:your|the) organi[sz]ation|unsubscribe|confidential|vertraulich)\b/iu;

/** Whether a line is such a warning. */
export const isBanner = (line: string): boolean => BANNER.test(line.slice(0, 500));

const ANSWERS =
  'answers?|repl(?:y|ies)|comments?|responses?|antwort(?:en)?|kommentar(?:e|er|en)?|anmerkung(?:en)?|réponses?|commentaires?|respuestas?|comentarios?|respostas?|comentários?|risposte?|commenti|antwoord(?:en)?|reacties?|opmerkingen|svar(?:en)?|vastaukse\\p{L}*|odpowied\\p{L}*|komentarz\\p{L}*|odpověď\\p{L}*|odpovědi|ответ\\p{L}*|відповід\\p{L}*|cevap\\p{L}*|yanıt\\p{L}*|回答|答复|返信';
const PLACE =
  'below|in ?line|in between|underneath|unten|weiter unten|darunter|dazwischen|im text|ci-dessous|plus bas|dans le texte|abajo|más abajo|debajo|abaixo|em baixo|qui sotto|di seguito|in calce|sotto|hieronder|onder|tussen|nedan|nedenfor|under|alapuolella|poniżej|níže|ниже|нижче|aşağıda\\p{L}*|下面|下方|如下|以下';
const COLOUR =
  'in (?:red|blue|green|bold|orange|purple|colou?r|capitals)|in (?:rot|blau|grün|fett)|(?:rot|blau|grün) (?:markiert|geschrieben)|en (?:rouge|bleu|vert|gras)|en (?:rojo|azul|verde|negrita)|em (?:vermelho|azul|verde|negrito)|in (?:rosso|blu|verde|grassetto)|in het (?:rood|blauw|groen)|i (?:rött|blått|grönt|rødt|grønt)|med (?:rött|blått|rødt|blå)|na czerwono|na niebiesko|červeně|красным|синим|червоним|kırmızı|赤字|红色|紅色';
const word = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
const ANSWER = word(ANSWERS);
const BELOW = word(PLACE);
const COLOURED = word(COLOUR);
const SEE_BELOW = word(`(?:see|siehe|s\\.|voir|véase|ver|vedi|zie|se) (?:${PLACE})`);
const ANSWERED = word(
  'see|written|marked|highlighted|text|answered|replied|commented|siehe|geantwortet|beantwortet|markiert|voir|répondu|véase|respondido|vedi|risposto|zie|beantwoord|se|svarat|svart|svaret',
);
/** Longest line that says no more than where answers are. */
const SHORT = 40;
/** Most characters of a line that are searched. */
const MOST_OF_LINE = 500;

/** Whether a line says that answers stand below, or in a colour. "I would like the shirt in red" says neither. */
const announcesAnswers = (line: string): boolean => {
  const text = line.slice(0, MOST_OF_LINE).trim();
  if (SEE_BELOW.test(text)) return true;
  const saysAnswer = ANSWER.test(text) || ANSWERED.test(text);
  return COLOURED.test(text) ? saysAnswer || text.length <= SHORT : saysAnswer && BELOW.test(text);
};

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
