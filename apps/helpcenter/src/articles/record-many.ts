import { maxPayloadBytes } from '@parley/events';
import { cutBatches } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { recordChanges } from './article.changes';
import { briefArticlePublished } from './article.events';
import { appendWithTexts, getArticlesById, getBriefArticles, type SizedArticle } from './article.many.store';
import type { BriefArticleRow } from './article.store';

/** Most articles that are in memory at a time without their texts. */
const BRIEF = 500;
/** Most that are in memory with their texts, and most bytes of these. */
const WHOLE = { max: 100, maxBytes: 4 * 1024 * 1024 };
/** Bytes of texts that fit into an event beside all else. */
const FITTING = 0.9 * maxPayloadBytes;

async function* briefArticles(
  tx: Store,
  projectId: string,
  ids: readonly string[],
): AsyncGenerator<BriefArticleRow[]> {
  for (let start = 0; start < ids.length; start += BRIEF)
    yield await getBriefArticles(tx, projectId, ids.slice(start, start + BRIEF));
}

/** Records that some articles changed together, all but their content. */
export const recordMany = async (
  deps: Pick<Deps, 'events'>,
  tx: Store,
  projectId: string,
  ids: readonly string[],
  context: CallContext,
): Promise<void> => {
  for await (const articles of briefArticles(tx, projectId, ids)) {
    const changes = articles.map((article) => ({ kind: 'updated with others', article }) as const);
    await recordChanges(deps, tx, changes, context);
  }
};

/** Records that some articles were published together. The texts of all but the largest do not leave the database. */
export const recordPublished = async (
  deps: Pick<Deps, 'events'>,
  tx: Store,
  projectId: string,
  published: readonly SizedArticle[],
  context: CallContext,
): Promise<void> => {
  const fitting = published.filter(({ size }) => size <= FITTING).map(({ id }) => id);
  for await (const articles of briefArticles(tx, projectId, fitting)) {
    const changes = articles.map((article) => ({ kind: 'updated with others', article }) as const);
    await recordChanges(deps, tx, changes, context);
    await appendWithTexts(
      tx,
      articles.map((article) => briefArticlePublished(article, context)),
    );
  }
  const large = published.filter(({ size }) => size > FITTING);
  for (const ids of cutBatches(large, WHOLE)) {
    const articles = await getArticlesById(tx, projectId, ids);
    const changes = articles.map((article) => ({ kind: 'published with others', article }) as const);
    await recordChanges(deps, tx, changes, context);
  }
};
