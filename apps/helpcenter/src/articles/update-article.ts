import { projectScope } from '@parley/auth';
import type {
  UpdateArticleRequest,
  UpdateArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { namesNoLanguage } from '@parley/localised';
import { versionConflict } from './article.errors';
import { changedFields } from './article.input';
import { presentArticle } from './article.present';
import { readArticleSent } from './article.work';
import type { ArticleRow } from './article.store';
import { checkAuthor } from './check-author';
import { lockExistingArticle } from './missing-article';
import { writeArticle } from './write-article';

/** Changes an article, unless it is not the version that the caller knows. What changes nothing writes nothing. */
export const updateArticle = async (
  deps: Deps,
  request: UpdateArticleRequest,
  context: CallContext,
): Promise<Partially<UpdateArticleResponse>> => {
  const { projectId } = projectScope(context.scope);
  const { helpcenterCollectionId: collectionId, helpcenterArticleId: id, expectedVersion } = request;
  const { article: sent = {}, nulls } = request;
  const language = namesNoLanguage(sent.title, sent.description, sent.content)
    ? await deps.workspace.defaultLanguage(projectId, context)
    : '';
  const change = await readArticleSent(sent, nulls, language);
  await checkAuthor(deps, projectId, change.patch.author, context);
  const row = await deps.store.transaction(async (tx): Promise<ArticleRow> => {
    const before = await lockExistingArticle(tx, { projectId, collectionId, id });
    if (expectedVersion !== undefined && expectedVersion !== before.version)
      throw versionConflict(before.version);
    return writeArticle(
      deps,
      tx,
      before,
      { fields: changedFields(before, change), at: deps.clock() },
      context,
    );
  });
  deps.events.wake();
  return { article: presentArticle(row) };
};
