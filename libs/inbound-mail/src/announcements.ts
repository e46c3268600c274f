/** Words of many languages by which persons say where in the history their answers are. */
const ANSWER =
  'answers?|answered|repl(?:y|ies|ied)|comment(?:s|ed)?|respon(?:ses?|ded)|notes?|filled|completed|ticked|marked|highlighted|added|written|text|antwort(?:en?)?|antworten|geantwortet|beantwortet|kommentar(?:e|er|en)?|anmerkung(?:en)?|ausgefüllt|angekreuzt|eingefügt|ergänzt|markiert|geschrieben|réponses?|réponds|répondons|répondu|commentaires?|respuestas?|respondo|respondemos|respondido|contesto|contestamos|contestado|comentarios?|respostas?|comentários?|rispost[aeo]|rispondo|rispondiamo|commenti|antwoord(?:en)?|beantwoord|reacties?|reageer|opmerkingen|svar(?:en|er|ar|at|t|et)?|kommentarer|vastau\\p{L}*|vastaa\\p{L}*|vastasi\\p{L}*|odpowi\\p{L}*|komentarz\\p{L}*|odpov\\p{L}*|ответ\\p{L}*|отвеча\\p{L}*|комментари\\p{L}*|відпові\\p{L}*|cevap\\p{L}*|yanıt\\p{L}*|απαντ\\p{L}*|תשוב\\p{L}*|התשוב\\p{L}*|הער\\p{L}*|ردود\\p{L}*|الردود|أجبت|إجاب\\p{L}*|الإجابات';
const PLACE =
  'below|underneath|beneath|in ?-? ?line|in ?between|between (?:the|your) (?:lines|text)|in (?:the|your) (?:text|e?-?mail|message|body|quote)|prefixed|preceded|unten|s\\.? ?u\\.|weiter unten|darunter|dazwischen|zwischen (?:den|deinen|ihren) zeilen|(?:direkt )?im (?:mail-?)?text|in (?:der|die|deine[rm]?|ihre[rm]?) (?:e-?)?mail|ci-dessous|ci-après|plus bas|en dessous|dans (?:le|votre|ton) (?:corps|texte|e-?mail|message)|entre (?:les|vos) lignes|abajo|debajo|entre l[ií]neas|en el (?:texto|cuerpo|correo|mensaje)|abaixo|em baixo|(?:no|entre o) (?:texto|corpo)|nas entrelinhas|qui sotto|di seguito|in calce|sotto|nel (?:testo|corpo)|tra le righe|hieronder|onder|tussen|in de (?:tekst|mail)|nedan|nedanför|nedenfor|nedenunder|under|i (?:texten|teksten|mailen)|alapuolella|tekstissä|tekstin seassa|poniżej|w (?:tekście|treści)|níže|v textu|ниже|в (?:тексте|теле|письме)|нижче|у тексті|aşağıda\\p{L}*|metin içinde|metinde|παρακάτω|κάτω|στο κείμενο|למטה|להלן|בגוף|أدناه|في النص';
/** How answers look that differ from the history. */
const LOOK =
  'in (?:(?:bold|dark|light) )?(?:red|blue|green|yellow|bold|orange|purple|pink|grey|gray|brown|colou?r|italics?|capitals|caps|upper ?case|brackets)|in (?:rot|blau|grün|gelb|fett|farbe|lila|orange|großbuchstaben|klammern)|(?:rot|blau|grün|fett|farbig|kursiv|gelb)(?: (?:markiert|geschrieben|hinterlegt))?|en (?:rouge|bleu|vert|jaune|gras|italiques?|majuscules|couleur)|en (?:rojo|azul|verde|amarillo|negrita|cursiva|mayúsculas|color)|em (?:vermelho|azul|verde|amarelo|negrito|itálico|maiúsculas)|in (?:rosso|blu|verde|giallo|grassetto|corsivo|maiuscolo)|in (?:het )?(?:rood|blauw|groen|geel|vet|cursief|hoofdletters)|i (?:rött|blått|grönt|gult|rødt|grønt|kursiv|fetstil)|med (?:rött|blått|gult|rødt|blå|rød)|punaisella|sinisellä|vihreällä|lihavoi\\p{L}*|kursiivi\\p{L}*|na (?:czerwono|niebiesko|zielono|żółto)|kursywą|pogrubi\\p{L}*|červeně|modře|žlutě|kurzívou|tučně|красным|синим|зел[её]ным|ж[её]лтым|курсивом|жирным|червоним|синім|kırmızı|mavi|sarı|kalın|με κόκκινο|באדום|بالأحمر';
const word = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
const ANSWER_WORD = word(ANSWER);
const PLACE_WORD = word(PLACE);
const LOOK_WORD = word(LOOK);
const SEE_PLACE = word(
  `(?:see|siehe|s\\.|voir|véase|ver|vedi|zie|se|zob\\.?|zobacz|viz|см\\.?|смотрите|дивіться|bkz\\.?|βλ\\.?|ראה|انظر) (?:${PLACE})`,
);
/** "Below" in Finnish is "all" in Swedish. */
const FINNISH = /(?<!\p{L})vasta\p{L}{1,10} (?:\p{L}{1,20} )?alla(?!\p{L})/iu;
/** A place alone: "s.u.", "Inline:". */
const PLACE_ALONE = new RegExp(`^(?:please |bitte )?(?:${PLACE})[\\s.:!]{0,4}$`, 'iu');
/** The same in scripts without blanks between words, where a word has no bounds. */
const ANSWER_JOINED = /回答|答复|答覆|回复|回覆|返信|コメント|お答え|ご返答|批注|답변|답장|회신|코멘트|ตอบ/u;
const PLACE_JOINED =
  /以下|下記|下面|下方|下文|如下|文中|正文|本文|行間|インライン|아래|하단|본문|ด้านล่าง|ข้างล่าง/u;
const LOOK_JOINED =
  /赤字|青字|赤文字|青文字|太字|斜体|[红紅蓝藍绿綠黄黃]色|[红紅蓝藍]字|粗[体體]|빨간색|파란색|노란색|빨간 글씨|굵은|สีแดง|สีน้ำเงิน/u;
/** Marks that own words name, with which each answer begins. */
const NAMED_MARK = /(?<![\p{L}\d])(?:\[[\p{Lu}]{2,4}\]|[=-]{1,3}>|>{2,3}|#{2,3}|\*{2,3})(?=[\s.,;:]|$)/u;

/** Longest line that says no more than how answers look. */
const SHORT = 40;
/** Most characters of a line that are searched. */
const MOST_OF_LINE = 500;

/**
 * Whether a line says that answers are in the history below, or how they look. "I would like the shirt in red" says neither.
 */
export const announcesAnswers = (line: string): boolean => {
  const text = line.slice(0, MOST_OF_LINE).trim();
  if ([SEE_PLACE, PLACE_ALONE, FINNISH, /インライン/u].some((form) => form.test(text))) return true;
  const saysAnswer = ANSWER_WORD.test(text) || ANSWER_JOINED.test(text);
  const saysPlace = PLACE_WORD.test(text) || PLACE_JOINED.test(text);
  const saysLook = LOOK_WORD.test(text) || LOOK_JOINED.test(text);
  if (saysLook) return saysAnswer || saysPlace || text.length <= SHORT;
  return saysAnswer && (saysPlace || NAMED_MARK.test(text));
};

/** A mark of an answer at the beginning of a line within history: an arrow, its author in brackets, or the word for it. */
const MARKED =
  /^\s{0,20}(?:[-=–—]{1,3}>|\[\p{Lu}[\p{L} .]{1,30}\]|(?:answer|antwort|réponse|respuesta|risposta|resposta|antwoord|svar|vastaus|odpowiedź|odpověď|ответ|відповідь|cevap|回答|답변)\s?[:：])\s{0,9}[\p{L}\p{N}]/iu;

/** Whether a line within history begins as an answer. */
export const isMarkedAnswer = (line: string): boolean => MARKED.test(line.slice(0, MOST_OF_LINE));
