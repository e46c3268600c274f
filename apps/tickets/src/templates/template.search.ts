import { highlight, type Matcher, queryWords, splitWords } from '@parley/search';
import type { TemplateRow } from './template';

/** Most characters of folded words that a template is found by. */
const MAX_SEARCH_CHARACTERS = 100_000;

/** The search text of a template: its words, folded. */
export const toSearchText = (title: string, plainContent: string): string => {
  const words = splitWords(`${title}\n${plainContent}`).map(({ folded }) => folded);
  return words.join(' ').slice(0, MAX_SEARCH_CHARACTERS).toWellFormed();
};

/** A search for templates: all words must be found, in parts of words too. */
export interface TemplateSearch {
  /** Folded words; letters, digits and marks only. None when nothing can be found. */
  words: string[];
  /** Where a found template matches, as HTML with `<em>`: in its content, else in its title. */
  snippet(row: TemplateRow): string | undefined;
}

/** Reads a search term; undefined when it is blank, which searches for nothing in particular. */
export const readSearch = (term: string | undefined): TemplateSearch | undefined => {
  if (term === undefined || term.trim() === '') return undefined;
  const words = queryWords(term);
  const matcher: Matcher = (folded) => {
    const word = words.findIndex((candidate) => folded.includes(candidate));
    return word < 0 ? undefined : { word, kind: 'prefix' };
  };
  return {
    words,
    snippet: ({ title, plainContent }) => highlight(plainContent, matcher) ?? highlight(title, matcher),
  };
};
