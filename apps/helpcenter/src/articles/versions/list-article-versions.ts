import { projectScope } from '@parley/auth';
import {
  type ListArticleVersionsRequest,
  type ListArticleVersionsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../../deps';
import { demandArticle } from '../missing-article';
import { creatorNames, presentBriefVersion } from './article-version.present';
import { findVersions } from './article-version.store';

/** The newest 100 versions of an article, newest first. */
export const listArticleVersions = async (
  deps: Pick<Deps, 'store' | 'workspace'>,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id }: ListArticleVersionsRequest,
  context: CallContext,
): Promise<Partially<ListArticleVersionsResponse>> => {
  const { projectId } = projectScope(context.scope);
  await demandArticle(deps.store, { projectId, collectionId, id });
  const rows = await findVersions(deps.store, { projectId, id });
  const names = await creatorNames(deps, projectId, rows, context);
  return { versions: rows.map((row) => presentBriefVersion(row, names)) };
};
