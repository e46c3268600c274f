import { projectScope } from '@parley/auth';
import type {
  GetArticleDraftRequest,
  GetArticleDraftResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../../deps';
import { type ContentFormat, writeInFormat } from '../article.present';
import { demandArticle } from '../missing-article';
import { presentDraft } from './article-draft.present';
import { findDraft } from './article-draft.store';

/** The staged draft of an article, or none. */
export const getArticleDraft = async (
  { store }: Pick<Deps, 'store'>,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id, format }: GetArticleDraftRequest,
  context: CallContext,
): Promise<Partially<GetArticleDraftResponse>> => {
  const { projectId } = projectScope(context.scope);
  await demandArticle(store, { projectId, collectionId, id });
  const row = await findDraft(store, { projectId, id });
  if (!row) return {};
  return {
    draft: { ...presentDraft(row), ...(await writeInFormat(row, format as ContentFormat | undefined)) },
  };
};
