import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as bulgarian } from '@orama/stopwords/bulgarian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as japanese } from '@orama/stopwords/japanese';
import { stopwords as mandarin } from '@orama/stopwords/mandarin';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';
import { queryWords, splitWords } from '@parley/search';

/** What questions have in common beside the usual lists, whatever they are about. */
const more: Readonly<Record<string, string>> = {
  en: `long much many take takes took get gets got does did done please want wants need needs would could should may might
    must tell know make makes use way anything something someone ever also really`,
  de: `lange viel viele dauert bekomme bekommt kriege bitte möchte brauche kann können könnte muss müssen darf dürfen soll
    gibt geht wie was wo wann wer wen wem wessen warum wieso weshalb welche welcher welches welchen mein meine meinen meiner
    meinem`,
  fr: `combien comment quand pourquoi où quel quelle quels quelles faire peux peut puis dois doit faut temps veux svp`,
  es: `cuánto cuanto cuánta cómo como cuándo cuando dónde donde qué por puedo puede debo hacer tengo quiero favor`,
  it: `quanto come quando dove cosa perché quale quali posso può devo fare voglio`,
  ja: `どう どの どこ いつ 何 なに なぜ 方法 する した して ます です ました ください できる でき いる ある こと もの たい か は が を に の で と も へ や から まで よう`,
  zh: `怎么 怎样 如何 什么 为什么 哪里 哪 谁 多少 多久 几 吗 呢 吧 的 了 是 在 有 我 你 他 她 它 们 我们 你们 可以 能 要 想 请 把 被 和 与 或 及 就 都 也 不 这 那 个 一`,
  ko: `어떻게 무엇 뭐 왜 언제 어디 어디서 누구 얼마 얼마나 나 내 저 제 우리 수 있나요 있습니까 하나요 합니까 되나요 해야 하는 할 하고 싶어요 그 이 저것 것`,
  th: `อย่างไร ยังไง อะไร ทำไม เมื่อไร เมื่อไหร่ ที่ไหน ใคร เท่าไร เท่าไหร่ นาน ไหม หรือ ฉัน ผม ดิฉัน คุณ เรา จะ ได้ ให้ ที่ ของ ใน และ กับ เป็น คือ มี ไม่ ต้อง การ ความ ๆ นี้ นั้น`,
};

const lists: Readonly<Record<string, readonly string[]>> = {
  ar: arabic,
  bg: bulgarian,
  da: danish,
  nl: dutch,
  en: english,
  fi: finnish,
  fr: french,
  de: german,
  el: greek,
  hu: hungarian,
  id: indonesian,
  it: italian,
  ja: japanese,
  zh: mandarin,
  nb: norwegian,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  es: spanish,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

/** Languages with a list, the most widespread first. */
export const languagesWithLists: readonly string[] = [
  ...new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', ...Object.keys(lists)]),
];

const made = new Map<string, ReadonlySet<string>>();

/** The language of a code such as `pt-BR`, without its region. */
export const baseLanguage = (code: string): string => code.toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** Words of a language that are in nearly every text, folded as search folds them; none for a language without a list. */
const stopWords = (language: string): ReadonlySet<string> => {
  const base = baseLanguage(language);
  const known = made.get(base);
  if (known) return known;
  const words = [...(lists[base] ?? []), more[base] ?? ''].flatMap((entry) =>
    Array.from(splitWords(entry), ({ folded }) => folded),
  );
  const set = new Set(words);
  made.set(base, set);
  return set;
};

const SINGLE_LETTER = /^[a-z]$/;

/** Whether a folded word carries no topic; single Latin letters never do. */
export const stopWordTest = (language: string): ((word: string) => boolean) => {
  const words = stopWords(language);
  return (word) => (word.length === 1 && SINGLE_LETTER.test(word)) || words.has(word);
};

/** The folded topic words of a text, between blanks. */
export const contentWords = (text: string, language: string): string => {
  const saysNothing = stopWordTest(language);
  return Array.from(splitWords(text), ({ folded }) => folded)
    .filter((word) => !saysNothing(word))
    .join(' ');
};

/** At most ten of them, in order. */
export const contentQuery = (question: string, language: string): string =>
  queryWords(contentWords(question, language)).join(' ');
