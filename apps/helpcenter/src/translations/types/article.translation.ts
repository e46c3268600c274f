import { toHtml } from '@parley/rich-text';
import {
  changedFields,
  type ArticleRow,
  findArticleById,
  lockArticleById,
  writeArticle,
} from '../../articles';
import { findLanguage, MAX_DESCRIPTION, MAX_TITLE } from '../../localised';
import { resolveLanguage } from '../entry';
import { articleEntry } from '../entry.sources';
import { readField, readHtmlField, readRichText, readTextUpTo } from '../read-fields';
import { shownFields, type Translated, type Translation } from './translation';

const translated = (row: ArticleRow): Translated => ({
  entry: articleEntry(row),
  fieldsIn: (language) => {
    const key = findLanguage(row.content, language);
    const document = key === undefined ? undefined : row.content[key];
    return {
      ...shownFields({ title: row.title, description: row.description })(language),
      ...(document && { content: toHtml(document) }),
    };
  },
});

/** A push to an article is a change of the live article. */
export const articleTranslation: Translation = {
  read: (fields) => readHtmlField(fields, 'content'),
  find: async (store, projectId, id) => {
    const row = await findArticleById(store, projectId, id);
    return row && translated(row);
  },
  push: async (deps, tx, projectId, id, push, context) => {
    const before = await lockArticleById(tx, projectId, id);
    if (!before) return undefined;
    const { fields } = push;
    const language = resolveLanguage(articleEntry(before), push.language);
    const texts = {
      title: readField(fields, 'title', language, before.title[language], readTextUpTo(MAX_TITLE)),
      description: readField(
        fields,
        'description',
        language,
        before.description[language],
        readTextUpTo(MAX_DESCRIPTION),
      ),
    };
    const content = readField(fields, 'content', language, before.content[language], readRichText);
    const changed = changedFields(before, { texts, content, patch: {}, nulls: [] });
    return translated(await writeArticle(deps, tx, before, { fields: changed, at: deps.clock() }, context));
  },
};
