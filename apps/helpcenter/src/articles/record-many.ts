import { batchesOf } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import { type Store } from '../db';
import { type Deps } from '../deps';
import { recordChanges } from './article.changes';
import { getArticlesById, getBriefArticles, type SizedArticle } from './article.many.store';

/** Most articles that are in memory at a time, and most bytes that those take in the database. */
const LIMITS = { max: 100, maxBytes: 512 * 1024 };

/** Records that some articles changed together, all but their content. */
export const recordMany = async (
  deps: Pick<Deps, 'events'>,
  tx: Store,
  projectId: string,
  ids: readonly string[],
  context: CallContext,
): Promise<void> => {
  for (let start = 0; start < ids.length; start += LIMITS.max) {
    const articles = await getBriefArticles(tx, projectId, ids.slice(start, start + LIMITS.max));
    const changes = articles.map((article) => ({ kind: 'updated with others', article }) as const);
    await recordChanges(deps, tx, changes, context);
  }
};

/** Records that some articles were published together. */
export const recordPublished = async (
  deps: Pick<Deps, 'events'>,
  tx: Store,
  projectId: string,
  published: readonly SizedArticle[],
  context: CallContext,
): Promise<void> => {
  for (const ids of batchesOf(published, LIMITS)) {
    const articles = await getArticlesById(tx, projectId, ids);
    const changes = articles.map((article) => ({ kind: 'published with others', article }) as const);
    await recordChanges(deps, tx, changes, context);
  }
};
