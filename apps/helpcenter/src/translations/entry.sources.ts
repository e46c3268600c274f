import type { ArticleRow } from '../articles';
import type { CollectionRow } from '../collections';
import type { EmailTemplateRow } from '../email-templates';
import { findLanguage } from '../localised';
import type { Localised } from '@parley/localised';
import { catalogue, type TextKey, type StaticTextRow } from '../texts';
import type { Entry } from './entry';

/** Languages in which any of some fields has a value; an empty text is none. */
const listLanguages = (...fields: readonly Localised<unknown>[]): string[] => [
  ...new Set(
    fields.flatMap((values) =>
      Object.entries(values).flatMap(([language, value]) => (value === '' ? [] : [language])),
    ),
  ),
];

/** A title in a language, else any. */
const pickName =
  (title: Localised<string>) =>
  (language: string | undefined): string => {
    const key = language === undefined ? undefined : findLanguage(title, language);
    return (key !== undefined && title[key]) || (Object.values(title).find((text) => text !== '') ?? '');
  };

/** An article as an entry; only the languages of its content are read. */
export const articleEntry = (
  row: Pick<ArticleRow, 'id' | 'title' | 'description' | 'languageChanges' | 'createdAt' | 'updatedAt'> & {
    content: Localised<unknown>;
  },
): Entry => ({
  type: 'article',
  id: row.id,
  nameIn: pickName(row.title),
  languages: listLanguages(row.title, row.description, row.content),
  changes: row.languageChanges,
  since: row.createdAt,
  updatedAt: row.updatedAt,
});

export const collectionEntry = (
  row: Pick<CollectionRow, 'id' | 'title' | 'description' | 'languageChanges' | 'createdAt' | 'updatedAt'>,
): Entry => ({
  type: 'collection',
  id: row.id,
  nameIn: pickName(row.title),
  languages: listLanguages(row.title, row.description),
  changes: row.languageChanges,
  since: row.createdAt,
  updatedAt: row.updatedAt,
});

export const templateEntry = (row: EmailTemplateRow): Entry => ({
  type: 'emailtemplate',
  id: row.id,
  nameIn: () => row.title,
  languages: listLanguages(row.subject, row.htmlContent),
  changes: row.languageChanges,
  since: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Built-in wordings are older than any of the project's own. */
export const textEntry = (key: TextKey, own: StaticTextRow | undefined): Entry => ({
  type: 'statictranslation',
  id: key,
  nameIn: () => key,
  languages: listLanguages({ ...catalogue[key], ...own?.text }),
  changes: own?.languageChanges ?? {},
  since: undefined,
  updatedAt: own?.updatedAt,
});
