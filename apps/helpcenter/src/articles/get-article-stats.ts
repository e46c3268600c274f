import { projectScope } from '@parley/auth';
import type {
  GetArticleStatsRequest,
  GetArticleStatsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { countArticles } from './article.store';

/** How many articles the project has, published and not. */
export const getArticleStats = async (
  { store }: Pick<Deps, 'store'>,
  _request: GetArticleStatsRequest,
  context: CallContext,
): Promise<Partially<GetArticleStatsResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { live, draft } = await countArticles(store, projectId);
  return { live, draft, total: live + draft };
};
