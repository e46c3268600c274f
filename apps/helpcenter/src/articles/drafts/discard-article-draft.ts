import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  DiscardArticleDraftRequest,
  DiscardArticleDraftResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../../deps';
import { lockExistingArticle } from '../missing-article';
import { presentDraft } from './article-draft.present';
import { deleteDraft, findDraft } from './article-draft.store';

/** Deletes the staged draft of an article and answers its last state; 404 without one. */
export const discardArticleDraft = async (
  { store }: Pick<Deps, 'store'>,
  { helpcenterCollectionId: collectionId, helpcenterArticleId: id }: DiscardArticleDraftRequest,
  context: CallContext,
): Promise<Partially<DiscardArticleDraftResponse>> => {
  const { projectId } = projectScope(context.scope);
  const row = await store.transaction(async (tx) => {
    const article = await lockExistingArticle(tx, { projectId, collectionId, id });
    const draft = await findDraft(tx, article);
    if (!draft) throw notFound('draft');
    await deleteDraft(tx, article);
    return draft;
  });
  return { draft: presentDraft(row) };
};
