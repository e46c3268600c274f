import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetArticleVersionRequest,
  GetArticleVersionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../../deps';
import { demandArticle } from '../missing-article';
import { creatorNames, presentVersion } from './article-version.present';
import { findVersion } from './article-version.store';

/** A version of an article with its content. */
export const getArticleVersion = async (
  deps: Pick<Deps, 'store' | 'workspace'>,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id, versionId }: GetArticleVersionRequest,
  context: CallContext,
): Promise<Partially<GetArticleVersionResponse>> => {
  const { projectId } = projectScope(context.scope);
  await demandArticle(deps.store, { projectId, collectionId, id });
  const row = await findVersion(deps.store, { projectId, id }, versionId);
  if (!row) throw notFound('article_version');
  return { version: presentVersion(row, await creatorNames(deps, projectId, [row], context)) };
};
