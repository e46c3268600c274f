import type { ProjectScope } from '@parley/auth';
import { FIRST_RANK, newId, rankAfter } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import { effectiveFilter } from '../audience';
import type { CollectionRow } from '../collections';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { languageChangesAfter } from '../localised';
import { nextNumber } from '../numbering';
import { recordChanges } from './article.changes';
import { type changedFields, emptyFields } from './article.input';
import { type ArticleRow, insertArticle, lastArticleRank } from './article.store';

/** A new article. */
export interface NewArticle {
  scope: ProjectScope;
  /** Where it is added at the end; the transaction shares the lock of its tree. */
  collection: CollectionRow;
  fields: ReturnType<typeof changedFields>;
  at: Date;
  /** A new one by default. */
  id?: string;
}

/** The one way in which an article is created: what holds in its collection holds for it too. */
export const addArticle = async (
  deps: Pick<Deps, 'events'>,
  tx: Store,
  { scope, collection, fields, at, id = newId(at.getTime()) }: NewArticle,
  context: CallContext,
): Promise<ArticleRow> => {
  const { projectId, organisationId, actor } = scope;
  const { title, description, content } = fields;
  // Creates of a project wait for each other here, so that two of them do not take the same place.
  const docId = await nextNumber(tx, projectId, 'article');
  const last = await lastArticleRank(tx, projectId, collection.id);
  const created: ArticleRow = {
    projectId,
    id,
    organisationId,
    collectionId: collection.id,
    docId,
    ...emptyFields,
    author: actor.type === 'user' ? actor.id : null,
    ...fields,
    baseAudienceFilter: effectiveFilter(collection),
    lexorank: last === undefined ? FIRST_RANK : rankAfter(last),
    version: 1,
    createdAt: at,
    updatedAt: at,
    downvotes: 0,
    hasDraft: false,
    publishedAt: fields.isDraft === false ? at : null,
    languageChanges: languageChangesAfter({}, {}, { title, description, content }, at),
  };
  await insertArticle(tx, created);
  await recordChanges(deps, tx, [{ kind: 'created', article: created }], context);
  return created;
};
