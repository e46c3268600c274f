import { maxPayloadBytes, type NewEvent } from '@parley/events';
import { jsonBytes } from '@parley/json';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { ArticleDeleted } from '@parley/proto/generated/parley/helpcenter/v1/events';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { presentArticle, presentBriefly } from './article.present';
import type { ArticleRow, BriefArticleRow } from './article.store';

/** Fields that an article travels without when it is too large, the larger one first. */
const bulky = ['content', 'plainContent'] as const;

/** The article in events; consumers read left-out fields from the service. */
const toDocument = (row: ArticleRow): Article => {
  const article = presentArticle(row);
  if (jsonBytes({ article }) <= maxPayloadBytes) return article;
  const bySize = [...bulky].sort((a, b) => jsonBytes(article[b]) - jsonBytes(article[a]));
  for (const field of bySize) {
    if (jsonBytes({ article }) > maxPayloadBytes) article[field] = undefined;
  }
  return article;
};

const event = (
  { projectId, id }: Pick<ArticleRow, 'projectId' | 'id'>,
  verb: string,
  payload: { article: Article } | ArticleDeleted,
  context: CallContext,
): NewEvent => ({
  subject: `helpcenter.v1.article.${verb}`,
  projectId,
  aggregateId: id,
  payload,
  headers: eventHeaders(context),
});

/** The events of a new article: `helpcenter.v1.article.created`, and `.published` of one that is no draft. */
export const articleCreated = (row: ArticleRow, context: CallContext): NewEvent[] => {
  const article = toDocument(row);
  return [
    event(row, 'created', { article }, context),
    ...(row.isDraft ? [] : [event(row, 'published', { article }, context)]),
  ];
};

/** The events of a changed one: `helpcenter.v1.article.updated`, and `.published`. */
export const articleUpdated = (row: ArticleRow, isPublished: boolean, context: CallContext): NewEvent[] => {
  const article = toDocument(row);
  return [
    event(row, 'updated', { article }, context),
    ...(isPublished ? [event(row, 'published', { article }, context)] : []),
  ];
};

/** `helpcenter.v1.article.updated` without the content, which stayed. */
export const briefArticleUpdated = (row: BriefArticleRow, context: CallContext): NewEvent =>
  event(row, 'updated', { article: presentBriefly(row) }, context);

/** `helpcenter.v1.article.published` without the texts, which the database adds. */
export const briefArticlePublished = (row: BriefArticleRow, context: CallContext): NewEvent =>
  event(row, 'published', { article: presentBriefly(row) }, context);

/** `helpcenter.v1.article.published`. */
export const articlePublished = (row: ArticleRow, context: CallContext): NewEvent =>
  event(row, 'published', { article: toDocument(row) }, context);

/** `helpcenter.v1.article.deleted`. */
export const articleDeleted = (row: ArticleRow, context: CallContext): NewEvent =>
  event(row, 'deleted', { articleId: row.id, collectionId: row.collectionId }, context);
