import { type DomainError } from '@parley/errors';
import { collectionNotFound } from '../collections/collection.errors';
import { collectionExists } from '../collections/collection.store';
import { type Store } from '../db';
import { articleNotFound } from './article.errors';
import { type ArticlePlace } from './article.store';

/** Why there is no article in a place: the project has no such collection, or the collection no such article. */
export const missingArticle = async (
  store: Store,
  { projectId, collectionId }: ArticlePlace,
): Promise<DomainError> =>
  (await collectionExists(store, projectId, collectionId)) ? articleNotFound() : collectionNotFound();
