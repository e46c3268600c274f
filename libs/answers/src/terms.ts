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
import { rememberingStems } from '@parley/ai';
import { eachWord } from '@parley/search';
import { baseLanguage, stopWordTest } from './stop-words';

type Stemmer = (word: string) => string;

const stemmers: Readonly<Record<string, Stemmer>> = {
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

const remembered: Readonly<Record<string, Stemmer>> = Object.fromEntries(
  Object.entries(stemmers).map(([language, stem]) => [language, rememberingStems(stem)]),
);

/** The topic words of a text, as stems where the language has a stemmer. */
export const extractTerms = (text: string, language: string): Set<string> => {
  const stem = remembered[baseLanguage(language)] ?? ((word: string) => word);
  const isStopWord = stopWordTest(language);
  const terms = new Set<string>();
  eachWord(text, (_start, _end, folded) => {
    if (!isStopWord(folded)) terms.add(stem(folded));
  });
  return terms;
};

/** How many of some terms are among others. */
export const countCommon = (terms: ReadonlySet<string>, others: ReadonlySet<string>): number => {
  let common = 0;
  for (const term of terms) if (others.has(term)) common += 1;
  return common;
};
