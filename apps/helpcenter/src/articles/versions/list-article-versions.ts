import { projectScope } from '@parley/auth';
import type {
  ListArticleVersionsRequest,
  ListArticleVersionsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { compilePage, compileSort, type SortFields } from '@parley/persistence';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../../deps';
import { demandArticle } from '../missing-article';
import { creatorNames, presentBriefVersion } from './article-version.present';
import { findVersions, MAX_VERSIONS } from './article-version.store';

/** The order by creation is the one in which they were kept. */
const sortable: SortFields = { id: 'seq', createdAt: 'seq', kind: 'kind', version: 'version' };

/** A page of the versions of an article, newest first unless asked for another order. */
export const listArticleVersions = async (
  deps: Pick<Deps, 'store' | 'workspace'>,
  {
    helpcenterCollectionId: collectionId,
    helpcenterArticleId: id,
    sort,
    ...query
  }: ListArticleVersionsRequest,
  context: CallContext,
): Promise<Partially<ListArticleVersionsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const page = {
    ...compilePage(query, { default: MAX_VERSIONS, max: MAX_VERSIONS }),
    orderBy: compileSort(sort, sortable, '-createdAt'),
  };
  await demandArticle(deps.store, { projectId, collectionId, id });
  const rows = await findVersions(deps.store, { projectId, id }, page);
  const names = await creatorNames(deps, projectId, rows, context);
  return { versions: rows.map((row) => presentBriefVersion(row, names)) };
};
