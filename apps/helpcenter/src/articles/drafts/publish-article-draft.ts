import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import type {
  PublishArticleDraftRequest,
  PublishArticleDraftResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../../deps';
import { draftVersionConflict, liveChanged } from '../article.errors';
import { presentArticle } from '../article.present';
import type { ArticlePatch } from '../article.store';
import { lockExistingArticle } from '../missing-article';
import { writeArticle } from '../write-article';
import { type ArticleDraftRow, deleteDraft, findDraft } from './article-draft.store';

/** An article's fields with the draft published. */
const toPatch = (draft: ArticleDraftRow): ArticlePatch => ({
  title: draft.title,
  description: draft.description,
  content: draft.content,
  plainContent: draft.plainContent,
  targetAudience: draft.targetAudience,
  extendedAudienceFilter: draft.extendedAudienceFilter,
  tags: draft.tags,
  author: draft.author,
  isDraft: false,
  hasDraft: false,
});

/**
 * Makes the staged draft the article, which is published from then on. 409 when the article changed since the draft was
 * begun, unless that is to be overwritten.
 */
export const publishArticleDraft = async (
  deps: Deps,
  request: PublishArticleDraftRequest,
  context: OnceContext<PublishArticleDraftResponse>,
): Promise<Partially<PublishArticleDraftResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { helpcenterCollectionId: collectionId, helpcenterArticleId: id } = request;
  const { force = false, expectedDraftVersion } = request;
  const response = await deps.store.transaction(async (tx) => {
    const before = await lockExistingArticle(tx, { projectId, collectionId, id });
    const draft = await findDraft(tx, before);
    if (expectedDraftVersion !== undefined && expectedDraftVersion !== draft?.draftVersion)
      throw draftVersionConflict(draft?.draftVersion);
    if (!draft) throw notFound('draft');
    if (draft.articleVersion !== before.version && !force) throw liveChanged(before.version);
    await deleteDraft(tx, before);
    const write = { fields: toPatch(draft), at: deps.clock(), publishesDraft: true } as const;
    const answer = { article: presentArticle(await writeArticle(deps, tx, before, write, context)) };
    await context.record(tx.sql, answer);
    return answer;
  });
  deps.events.wake();
  return response;
};
