/** "Wrote", as mail programs say it at the end of the line, or before the date. */
export const WROTE =
  'wrote|writes|schrieb|schrieb folgendes|schreibt|(?:folgendes )?geschrieben|a écrit|écrit|a ecrit|escribió|escribio|va escriure|escreveu|ha scritto|scrive|schreef|het volgende geschreven|geschreven|skrev(?: følgende| följande)?|skrifaði|kirjoitti|napisał(?:\\(a\\)|a)?|napsal(?:\\(a\\)|a)?|napísal(?:\\(a\\)|a)?|je napisa[ol]a?|napisala?|написа|је написао(?:/ла)?|ने लिखा|نوشت|написал(?:\\(а\\)|а)?|пишет|пише|pisze|píše|piše|написав(?:\\(ла\\))?|написала|yazdı|şunları yazdı|đã viết|írta|έγραψε|a scris|kirjutas|rakstīja|rašė|menulis|כתב(?:/ה)?|كتب|เขียนว่า';

/** The same in scripts without blanks between words. */
export const WROTE_JOINED = '写道|寫道|提到|さんは書きました|のメール|님이 작성|작성|쓴 글';

/** Words that a person uses, and no mail program; "you wrote" is one of a program's when a whole date stands before. */
export const PERSONAL =
  /(?:^|[\s,(])(?:i|he|she|they|we|my|our|your|their|his|her|me|us|ich|er|wir|mein\p{L}*|unser\p{L}*|ihr\p{L}*|mir|uns|elle|nous|notre|votre|nos|vos|yo|él|ella|nuestr[oa]|eu|ele|ela|meu|minha|seu|sua|io|mio|mia|vostr[oa]|nostr[oa]|ik|hij|zij|mijn|onze|jullie|uw)(?=[\s,):：.;!?])|[我你您]|收到|弊社|から/iu;
export const YOU = /(?:^|\s)(?:you|du|sie|vous|tu|usted|você|lei)(?=\s)/iu;

export const WEEKDAY =
  'mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|seg|ter|qua|qui|sex';
/** Words before the date at the beginning of the line. */
export const LEAD =
  'on|at|am|le|el|il|em|op|den|på|dne|dňa|dnia|w dniu|dana|vào|in data|il giorno|il|a|el día|στις|la|на|в|v|pada|þann|kuupäev|في|בתאריך|در تاریخ|को|ในวันที่|tarihinde|kl\\.';

/** Articles in lower case: no name begins with one. */
const ARTICLE =
  'the|a|an|one|some|der|die|das|ein|eine|le|la|les|un|une|el|los|las|uno|una|il|lo|gli|os|um|uma|het|een|den|det|et';
/** A description of a person right after the time: "10:00 the technician", "10:00 hat ein Kunde". */
export const DESCRIBED = new RegExp(
  `(?<![\\d.])\\d{1,2}[:.]\\d{2}(?::\\d{2})?(?![\\d.])(?: ?[AaPp]\\.?[Mm]\\.?)?(?: Uhr)?,? (?:(?:hat|heeft|ha|schrieb|schreef|skrev) )?(?:${ARTICLE}) (?=\\p{L})`,
  'u',
);

/** Words in lower case that stand beside the name of an author: of the time, of the language, and in names. */
const BESIDE_NAME: ReadonlySet<string> = new Set(
  'am pm a.m a.m. p.m p.m. uhr h ч ч. г г. р р. u kl kl. klo kello v godz godz. ob je oseba heeft hat ha va às om la στις π.μ. μ.μ. odesílatel používateľ lietotājs tarihinde saat itibarıyla itibariyle von van de der den da di du via the of and und et e y i og och en ja für for bei תמ ص م'.split(
    ' ',
  ),
);
const VERB = new RegExp(`^(?:${WROTE}|folgendes|følgende)$`, 'iu');

/** Words that may be before the name. */
const BEFORE_NAME: ReadonlySet<string> = new Set(['от', 'від', 'from', 'by', 'par', 'por', 'von', 'da']);

const isLowerCase = (word: string): boolean => /^\p{Ll}[^@]*$/u.test(word);

/**
 * Whether the text between the date and the end of an attribution may be a name, with the words that mail programs put beside it. A
 * sentence has several words in lower case. A name of one word may be in lower case.
 */
export const mayBeName = (text: string): boolean => {
  if (/^\p{Script=Hiragana}/u.test(text)) return false;
  const words = text.split(/[\s,()[\]"“”—–-]+/u).filter((word) => word !== '');
  const names = words.filter(
    (word, index) =>
      !BESIDE_NAME.has(word.toLowerCase()) && !VERB.test(word) && !(index === 0 && BEFORE_NAME.has(word)),
  );
  if (names.length < 2) return true;
  return !isLowerCase(names[0] ?? '') && names.filter(isLowerCase).length < 2;
};
