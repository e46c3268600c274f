import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type {
  CreateArticleVersionRequest,
  CreateArticleVersionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../../deps';
import { lockExistingArticle } from '../missing-article';
import { presentVersion } from './article-version.present';
import { keepVersion } from './keep-version';

/** Keeps a version because it was asked for; the article stays as it is. */
export const createArticleVersion = async (
  deps: Deps,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id }: CreateArticleVersionRequest,
  context: OnceContext<CreateArticleVersionResponse>,
): Promise<Partially<CreateArticleVersionResponse>> => {
  const { projectId, actor } = projectScope(context.scope);
  const ids = actor.type === 'user' ? [actor.id] : [];
  const names = await deps.workspace.names(projectId, ids, context);
  return deps.store.transaction(async (tx) => {
    const article = await lockExistingArticle(tx, { projectId, collectionId, id });
    const row = await keepVersion(tx, article, 'manual', deps.clock(), context);
    const answer = { version: presentVersion(row, names) };
    await context.record(tx.sql, answer);
    return answer;
  });
};
