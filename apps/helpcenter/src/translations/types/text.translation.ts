import { invalid } from '@parley/errors';
import { isDeepStrictEqual } from 'node:util';
import { languageChangesAfter } from '../../localised';
import { changeLocalised } from '@parley/localised';
import {
  catalogue,
  isTextKey,
  type TextKey,
  findText,
  lockText,
  putText,
  type StaticTextRow,
} from '../../texts';
import { resolveLanguage } from '../entry';
import { textEntry } from '../entry.sources';
import { type FieldReader, readField, readTextUpTo } from '../read-fields';
import { shownFields, type Translated, type Translation } from './translation';

/** Longest text, in characters. */
const MAX_TEXT = 1_000;

const translated = (key: TextKey, own: StaticTextRow | undefined): Translated => ({
  entry: textEntry(key, own),
  fieldsIn: shownFields({ text: { ...catalogue[key], ...own?.text } }),
});

const readWording: FieldReader<string> = (value, path, now) => {
  if (value === '')
    throw invalid({ field: path, message: 'must not be empty; null brings the built-in text back' });
  return readTextUpTo(MAX_TEXT)(value, path, now);
};

/** A push to a static text is the project's own wording; null brings the built-in one back. */
export const textTranslation: Translation = {
  find: async (store, projectId, key) =>
    isTextKey(key) ? translated(key, await findText(store, projectId, key)) : undefined,
  push: async ({ clock }, tx, projectId, key, push) => {
    if (!isTextKey(key)) return undefined;
    await lockText(tx, projectId, key);
    const before = await findText(tx, projectId, key);
    const language = resolveLanguage(textEntry(key, before), push.language);
    const was = before?.text ?? {};
    const change = readField(push.fields, 'text', language, was[language], readWording);
    const text = changeLocalised('text', was, change, []);
    if (isDeepStrictEqual(text, was)) return translated(key, before);
    const updatedAt = clock();
    const changes = before?.languageChanges ?? {};
    const languageChanges = languageChangesAfter(changes, { text: was }, { text }, updatedAt);
    const after = { projectId, key, text, languageChanges, updatedAt };
    await putText(tx, after);
    return translated(key, after);
  },
};
