import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import type {
  RestoreArticleVersionRequest,
  RestoreArticleVersionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../../deps';
import { presentArticle } from '../article.present';
import { lockExistingArticle } from '../missing-article';
import { writeArticle } from '../write-article';
import { findVersion } from './article-version.store';

/** Restores a version of the article; the state before is kept as a version, so that this can be undone. */
export const restoreArticleVersion = async (
  deps: Deps,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id, versionId }: RestoreArticleVersionRequest,
  context: OnceContext<RestoreArticleVersionResponse>,
): Promise<Partially<RestoreArticleVersionResponse>> => {
  const { projectId } = projectScope(context.scope);
  const response = await deps.store.transaction(async (tx) => {
    const before = await lockExistingArticle(tx, { projectId, collectionId, id });
    const version = await findVersion(tx, before, versionId);
    if (!version) throw notFound('article_version');
    const { title, description, content, plainContent, tags, author } = version;
    const fields = { title, description, content, plainContent, tags, author };
    const write = { fields, at: deps.clock(), keeps: 'restore' } as const;
    const answer = { article: presentArticle(await writeArticle(deps, tx, before, write, context)) };
    await context.record(tx.sql, answer);
    return answer;
  });
  deps.events.wake();
  return response;
};
