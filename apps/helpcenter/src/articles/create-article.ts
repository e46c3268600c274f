import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import type {
  CreateArticleRequest,
  CreateArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { Partially } from '@parley/rpc';
import { findCollection, lockTree } from '../collections';
import type { Deps } from '../deps';
import { namesNoLanguage } from '@parley/localised';
import { addArticle } from './add-article';
import { changedFields } from './article.input';
import { presentArticle } from './article.present';
import { readArticleSent } from './article.work';
import { checkAuthor } from './check-author';

/** Creates an article after the last one of its collection; what holds there holds for it too. */
export const createArticle = async (
  deps: Deps,
  { helpcenterCollectionId: collectionId, article: sent = {} }: CreateArticleRequest,
  context: OnceContext<CreateArticleResponse>,
): Promise<Partially<CreateArticleResponse>> => {
  const scope = projectScope(context.scope);
  const { projectId } = scope;
  const language = namesNoLanguage(sent.title, sent.description, sent.content)
    ? await deps.workspace.defaultLanguage(projectId, context)
    : '';
  const change = await readArticleSent(sent, [], language);
  const fields = changedFields({ title: {}, description: {}, content: {} }, change);
  await checkAuthor(deps, projectId, fields.author, context);
  const at = deps.clock();
  const response = await deps.store.transaction(async (tx) => {
    await lockTree(tx, projectId, 'use');
    const collection = await findCollection(tx, projectId, collectionId);
    if (!collection) throw notFound('collection');
    const created = await addArticle(deps, tx, { scope, collection, fields, at }, context);
    const answer = { article: presentArticle(created) };
    await context.record(tx.sql, answer);
    return answer;
  });
  deps.events.wake();
  return response;
};
