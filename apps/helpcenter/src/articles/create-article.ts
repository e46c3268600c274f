import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import { FIRST_RANK, newId, rankAfter } from '@parley/persistence';
import type {
  CreateArticleRequest,
  CreateArticleResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { Partially } from '@parley/rpc';
import { effectiveFilter } from '../audience';
import { findCollection, lockTree } from '../collections';
import type { Deps } from '../deps';
import { namesNoLanguage } from '@parley/localised';
import { languageChangesAfter } from '../localised';
import { nextNumber } from '../numbering';
import { recordChanges } from './article.changes';
import { changedFields, emptyFields } from './article.input';
import { presentArticle } from './article.present';
import { readArticleSent } from './article.work';
import { type ArticleRow, insertArticle, lastArticleRank } from './article.store';
import { checkAuthor } from './check-author';

/** Creates an article after the last one of its collection; what holds there holds for it too. */
export const createArticle = async (
  deps: Deps,
  { helpcenterCollectionId: collectionId, article: sent = {} }: CreateArticleRequest,
  context: OnceContext<CreateArticleResponse>,
): Promise<Partially<CreateArticleResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const language = namesNoLanguage(sent.title, sent.description, sent.content)
    ? await deps.workspace.defaultLanguage(projectId, context)
    : '';
  const change = await readArticleSent(sent, [], language);
  const fields = changedFields({ title: {}, description: {}, content: {} }, change);
  const { title, description, content } = fields;
  await checkAuthor(deps, projectId, fields.author, context);
  const createdAt = deps.clock();
  const response = await deps.store.transaction(async (tx) => {
    await lockTree(tx, projectId, 'use');
    const collection = await findCollection(tx, projectId, collectionId);
    if (!collection) throw notFound('collection');
    // Creates of a project wait for each other here, so that two of them do not take the same place.
    const docId = await nextNumber(tx, projectId, 'article');
    const last = await lastArticleRank(tx, projectId, collectionId);
    const created: ArticleRow = {
      projectId,
      id: newId(createdAt.getTime()),
      organisationId,
      collectionId,
      docId,
      ...emptyFields,
      author: actor.type === 'user' ? actor.id : null,
      ...fields,
      baseAudienceFilter: effectiveFilter(collection),
      lexorank: last === undefined ? FIRST_RANK : rankAfter(last),
      version: 1,
      createdAt,
      updatedAt: createdAt,
      downvotes: 0,
      hasDraft: false,
      publishedAt: fields.isDraft === false ? createdAt : null,
      languageChanges: languageChangesAfter({}, {}, { title, description, content }, createdAt),
    };
    await insertArticle(tx, created);
    await recordChanges(deps, tx, [{ kind: 'created', article: created }], context);
    const answer = { article: presentArticle(created) };
    await context.record(tx.sql, answer);
    return answer;
  });
  deps.events.wake();
  return response;
};
