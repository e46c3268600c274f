import { projectScope } from '@parley/auth';
import {
  type UpdateArticleRequest,
  type UpdateArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { differences } from '../differences';
import { namesNoLanguage } from '../localised/localised';
import { versionConflict } from './article.errors';
import { articleUpdated } from './article.events';
import { changedFields, readArticle } from './article.input';
import { presentArticle } from './article.present';
import { type ArticleRow, lockArticle, updateArticleRow } from './article.store';
import { checkAuthor } from './check-author';
import { missingArticle } from './missing-article';

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
  const change = readArticle(sent, nulls, language);
  await checkAuthor(deps, projectId, change.patch.author, context);
  const updatedAt = deps.clock();
  const row = await deps.store.transaction(async (tx): Promise<ArticleRow> => {
    const place = { projectId, collectionId, id };
    const before = await lockArticle(tx, place);
    if (!before) throw await missingArticle(tx, place);
    if (expectedVersion !== undefined && expectedVersion !== before.version)
      throw versionConflict(before.version);
    const patch = differences(before, changedFields(before, change));
    if (Object.keys(patch).length === 0) return before;
    const after = await updateArticleRow(tx, before, { ...patch, version: before.version + 1, updatedAt });
    await deps.events.append(tx.sql, articleUpdated(after, before, context));
    return after;
  });
  deps.events.wake();
  return { article: presentArticle(row) };
};
