import { projectScope } from '@parley/auth';
import {
  type ListArticleVersionsRequest,
  type ListArticleVersionsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { compilePage, compileSort } from '@parley/persistence';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../../deps';
import { demandArticle } from '../missing-article';
import { creatorNames, presentBriefVersion } from './article-version.present';
import { findVersions, MAX_VERSIONS } from './article-version.store';

/** Which way round a `sort` puts versions: its first key says so, all of them name the order they were kept in. */
const readOrder = (sort: string | undefined): 'asc' | 'desc' =>
  compileSort(sort, { id: 'seq', _id: 'seq', createdAt: 'seq' }, '-createdAt').startsWith('seq DESC')
    ? 'desc'
    : 'asc';

/** A page of the versions of an article, newest first unless asked for the other order. */
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
    order: readOrder(sort),
  };
  await demandArticle(deps.store, { projectId, collectionId, id });
  const rows = await findVersions(deps.store, { projectId, id }, page);
  const names = await creatorNames(deps, projectId, rows, context);
  return { versions: rows.map((row) => presentBriefVersion(row, names)) };
};
