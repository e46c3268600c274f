import { notFound } from '@parley/errors';
import type { DomainError } from '@parley/errors';
import { collectionExists } from '../collections';
import type { Store } from '../db';
import { articleExists, type ArticlePlace, type ArticleRow, lockArticle } from './article.store';

/** Why there is no article in a place: the project has no such collection, or the collection no such article. */
export const missingArticle = async (
  store: Store,
  { projectId, collectionId }: ArticlePlace,
): Promise<DomainError> =>
  (await collectionExists(store, projectId, collectionId)) ? notFound('article') : notFound('collection');

/** 404 unless there is an article in a place. */
export const demandArticle = async (store: Store, place: ArticlePlace): Promise<void> => {
  if (!(await articleExists(store, place))) throw await missingArticle(store, place);
};

/** The article in a place, locked until the transaction ends; 404 without one. */
export const lockExistingArticle = async (tx: Store, place: ArticlePlace): Promise<ArticleRow> => {
  const article = await lockArticle(tx, place);
  if (!article) throw await missingArticle(tx, place);
  return article;
};
