import { defineIndex } from '@parley/search';

/** Name of the index; the triggers that mark articles name it too. */
export const ARTICLE_INDEX = 'articles';

/** One document per article and language, drafts and restricted ones too: queries filter. */
export const articleIndex = defineIndex({
  name: ARTICLE_INDEX,
  searchable: ['title', 'description', 'content', 'tags'],
  filterable: ['language', 'published', 'audience', 'document'],
  language: 'language',
  titleFirst: true,
});

/** The id of a document: an article in a language, as it is compared. */
export const documentId = (articleId: string, language: string): string => `${articleId}_${language}`;

/** The article and language of a document. */
export const readDocumentId = (id: string): { articleId: string; language: string } => {
  const at = id.indexOf('_');
  return { articleId: id.slice(0, at), language: id.slice(at + 1) };
};
