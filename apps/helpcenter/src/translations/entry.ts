import { notFound } from '@parley/errors';
import type {
  TranslatedEntry,
  TranslationEntry,
} from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { type LanguageChanges, comparableLanguage, isSameLanguage, storedLanguage } from '../localised';

/** What can be translated, in the order of lists. */
export const entryTypes = ['article', 'collection', 'emailtemplate', 'statictranslation'] as const;

export type EntryType = (typeof entryTypes)[number];

/** Fields of each type. */
export const entryFields: Readonly<Record<EntryType, readonly string[]>> = {
  article: ['title', 'description', 'content'],
  collection: ['title', 'description'],
  emailtemplate: ['subject', 'htmlContent'],
  statictranslation: ['text'],
};

/** An entry of any type, as far as lists show it. */
export interface Entry {
  type: EntryType;
  /** What follows the colon. */
  id: string;
  /** Its name in a language. */
  nameIn(language: string | undefined): string;
  /** Languages in which a field has a value. */
  languages: readonly string[];
  changes: LanguageChanges;
  /** When a language that `changes` does not have was last changed. */
  since: Date | undefined;
  updatedAt: Date | undefined;
}

/**
 * The type and the rest of an entry's id.
 *
 * 404 `translation_entry_not_found` for a text that can be no id.
 */
export const parseEntryId = (entryId: string): { type: EntryType; id: string } => {
  const at = entryId.indexOf(':');
  const type = entryTypes.find((known) => known === entryId.slice(0, Math.max(at, 0)));
  const id = entryId.slice(at + 1);
  if (at < 0 || type === undefined || id === '')
    throw notFound('translation_entry', `An entry's id is <type>:<id> with one of ${entryTypes.join(', ')}.`);
  return { type, id };
};

const chooseSource = (languages: readonly string[], defaultLanguage: string): string | undefined =>
  languages.find((language) => isSameLanguage(language, defaultLanguage)) ?? languages[0];

const byCode = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** What lists show of an entry. */
export const presentEntry = (entry: Entry, defaultLanguage: string): TranslationEntry => {
  const languages = [...entry.languages].sort(byCode);
  const source = chooseSource(languages, defaultLanguage);
  const changed = (language: string): number => {
    const time = entry.changes[language];
    return time === undefined ? (entry.since?.getTime() ?? 0) : Date.parse(time);
  };
  return {
    id: `${entry.type}:${entry.id}`,
    type: entry.type,
    name: entry.nameIn(source),
    fields: [...entryFields[entry.type]],
    sourceLanguage: source,
    languages,
    outdatedLanguages: languages.filter(
      (language) => source !== undefined && changed(language) < changed(source),
    ),
    updatedAt: entry.updatedAt?.toISOString(),
  };
};

/** The code under which an entry has a language, or would get it. */
export const resolveLanguage = (entry: Pick<Entry, 'languages'>, language: string): string =>
  entry.languages.find((known) => comparableLanguage(known) === comparableLanguage(language)) ??
  storedLanguage(language);

/** An entry with its fields in one language. */
export const presentTranslated = (
  entry: Entry,
  language: string,
  fields: Record<string, string>,
  defaultLanguage: string,
): TranslatedEntry => {
  const { id, type, name, sourceLanguage, languages } = presentEntry(entry, defaultLanguage);
  return { id, type, name, language, sourceLanguage, languages, fields };
};
