import { changedFields, type CollectionRow, findCollection, lockTree } from '../../collections';
import { writeCollection } from '../../publishing';
import { differences } from '../../differences';
import { MAX_DESCRIPTION, MAX_TITLE } from '../../localised';
import { resolveLanguage } from '../entry';
import { collectionEntry } from '../entry.sources';
import { readField, readTextUpTo } from '../read-fields';
import { shownFields, type Translated, type Translation } from './translation';

const translated = (row: CollectionRow): Translated => ({
  entry: collectionEntry(row),
  fieldsIn: shownFields({ title: row.title, description: row.description }),
});

/** A push to a collection is an update of it. */
export const collectionTranslation: Translation = {
  find: async (store, projectId, id) => {
    const row = await findCollection(store, projectId, id);
    return row && translated(row);
  },
  push: async (deps, tx, projectId, id, push, context) => {
    await lockTree(tx, projectId, 'change');
    const before = await findCollection(tx, projectId, id);
    if (!before) return undefined;
    const { fields } = push;
    const language = resolveLanguage(collectionEntry(before), push.language);
    const texts = {
      title: readField(fields, 'title', language, undefined, readTextUpTo(MAX_TITLE)),
      description: readField(fields, 'description', language, undefined, readTextUpTo(MAX_DESCRIPTION)),
    };
    const patch = differences(before, changedFields(before, { texts, patch: {}, nulls: [] }));
    return translated(await writeCollection(deps, tx, before, patch, context));
  },
};
