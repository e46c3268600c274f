import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { wordsOf } from '@parley/search';
import { baseLanguage, isStopWord } from './stop-words';

const stemmers: Readonly<Record<string, (word: string) => string>> = {
  da: danish,
  nl: dutch,
  en: english,
  fi: finnish,
  fr: french,
  de: german,
  it: italian,
  nb: norwegian,
  no: norwegian,
  pt: portuguese,
  ru: russian,
  es: spanish,
  sv: swedish,
};

/** The words of a text that say what it is about, by their stems where the language has a stemmer. */
export const termsOf = (text: string, language: string): Set<string> => {
  const stem = stemmers[baseLanguage(language)] ?? ((word: string) => word);
  const terms = new Set<string>();
  for (const { folded } of wordsOf(text)) if (!isStopWord(folded, language)) terms.add(stem(folded));
  return terms;
};

/** How many of some terms are among others. */
export const countCommon = (terms: ReadonlySet<string>, others: ReadonlySet<string>): number => {
  let common = 0;
  for (const term of terms) if (others.has(term)) common += 1;
  return common;
};
