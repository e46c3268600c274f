import type { FieldProblem } from '@parley/errors';
import { type Outbound, OutboundError } from '@parley/outbound';
import { pageUrl } from './page-url';
import { readLanguageTag } from '../texts';

const MAX_TAGS = 100;
const MAX_TAG = 64;
const MAX_GLOBS = 50;
const MAX_GLOB = 500;

/** Checks the first address of a crawl. Answers its form for comparisons. */
export const readUrl = (
  outbound: Pick<Outbound, 'check'>,
  url: string,
  problems: FieldProblem[],
): string | undefined => {
  try {
    outbound.check(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    problems.push({ field: 'url', message: `cannot be crawled: ${error.message}` });
    return undefined;
  }
  const key = pageUrl(url);
  if (key === undefined) problems.push({ field: 'url', message: 'must have at most 2048 characters' });
  return key;
};

/** Reads a language tag in its usual form. */
export const readLang = (lang: string | undefined, problems: FieldProblem[]): string | undefined => {
  const read = lang === undefined ? undefined : readLanguageTag(lang);
  if (lang !== undefined && read === undefined)
    problems.push({ field: 'lang', message: 'must be a language tag such as de or pt-BR' });
  return read;
};

const readTexts = (
  field: string,
  list: readonly unknown[],
  { items, characters }: { items: number; characters: number },
  problems: FieldProblem[],
): string[] => {
  if (list.length > items) problems.push({ field, message: `must have at most ${items} entries` });
  list.forEach((text, index) => {
    const isText = typeof text === 'string' && text.trim() !== '' && Array.from(text).length <= characters;
    if (!isText)
      problems.push({
        field: `${field}.${index}`,
        message: `must be a text of 1 to ${characters} characters`,
      });
  });
  return [...(list as readonly string[])];
};

/** Reads tags, each once. */
export const readTags = (list: readonly unknown[], problems: FieldProblem[]): string[] => [
  ...new Set(readTexts('tags', list, { items: MAX_TAGS, characters: MAX_TAG }, problems)),
];

/** Reads globs on paths. */
export const readGlobs = (field: string, list: readonly unknown[], problems: FieldProblem[]): string[] =>
  readTexts(field, list, { items: MAX_GLOBS, characters: MAX_GLOB }, problems);
