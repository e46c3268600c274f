import { projectScope } from '@parley/auth';
import { newId } from '@parley/persistence';
import type {
  SaveArticleDraftRequest,
  SaveArticleDraftResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../../deps';
import { differences } from '../../differences';
import { namesNoLanguage } from '@parley/localised';
import { draftVersionConflict, versionConflict } from '../article.errors';
import { changedFields } from '../article.input';
import type { ArticleRow } from '../article.store';
import { readArticleSent } from '../article.work';
import { checkAuthor } from '../check-author';
import { lockExistingArticle } from '../missing-article';
import { presentDraft } from './article-draft.present';
import { type ArticleDraftRow, findDraft, putDraft } from './article-draft.store';

/** A draft that is begun: a copy of the article. */
const createDraft = (article: ArticleRow, at: Date): ArticleDraftRow => ({
  projectId: article.projectId,
  articleId: article.id,
  id: newId(at.getTime()),
  title: article.title,
  description: article.description,
  content: article.content,
  plainContent: article.plainContent,
  targetAudience: article.targetAudience,
  extendedAudienceFilter: article.extendedAudienceFilter,
  tags: article.tags,
  author: article.author,
  draftVersion: 1,
  articleVersion: article.version,
  createdAt: at,
  updatedAt: at,
});

/** Changes the staged draft of an article, and begins one when there is none. The article stays as it is. */
export const saveArticleDraft = async (
  deps: Deps,
  request: SaveArticleDraftRequest,
  context: CallContext,
): Promise<Partially<SaveArticleDraftResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { helpcenterCollectionId: collectionId, helpcenterArticleId: id, draft: sent = {}, nulls } = request;
  const { expectedDraftVersion, expectedArticleVersion } = request;
  const language = namesNoLanguage(sent.title, sent.description, sent.content)
    ? await deps.workspace.defaultLanguage(projectId, context)
    : '';
  const change = await readArticleSent(sent, nulls, language);
  await checkAuthor(deps, projectId, change.patch.author, context);
  const row = await deps.store.transaction(async (tx): Promise<ArticleDraftRow> => {
    const article = await lockExistingArticle(tx, { projectId, collectionId, id });
    const known = await findDraft(tx, article);
    if (expectedDraftVersion !== undefined && expectedDraftVersion !== known?.draftVersion)
      throw draftVersionConflict(known?.draftVersion);
    const at = deps.clock();
    if (!known) {
      if (expectedArticleVersion !== undefined && expectedArticleVersion !== article.version)
        throw versionConflict(article.version);
      const begun = createDraft(article, at);
      const first = { ...begun, ...changedFields(begun, change) };
      await putDraft(tx, first);
      return first;
    }
    const patch = differences(known, changedFields(known, change));
    if (Object.keys(patch).length === 0) return known;
    const saved = { ...known, ...patch, draftVersion: known.draftVersion + 1, updatedAt: at };
    await putDraft(tx, saved);
    return saved;
  });
  return { draft: presentDraft(row) };
};
