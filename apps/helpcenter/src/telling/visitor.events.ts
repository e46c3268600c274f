import type { NewEvent } from '@parley/events';
import type {
  ArticleRated,
  ArticleViewed,
  QuestionAsked,
  SearchPerformed,
} from '@parley/proto/generated/parley/helpcenter/v1/events';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Visit } from '../visitor';

const event = (
  { scope }: Visit,
  about: string,
  aggregateId: string,
  payload: SearchPerformed | QuestionAsked | ArticleViewed | ArticleRated,
  context: CallContext,
): NewEvent => ({
  subject: `helpcenter.v1.${about}`,
  projectId: scope.projectId,
  aggregateId,
  payload,
  headers: eventHeaders(context),
});

const ofProject = ({ scope }: Visit): string => scope.projectId;

/** `helpcenter.v1.search.performed`. */
export const searchPerformed = (
  visit: Visit,
  { query, hits }: Pick<SearchPerformed, 'query' | 'hits'>,
  context: CallContext,
): NewEvent => {
  const payload = { query, language: visit.order.wanted, hits, sessionId: visit.contactId };
  return event(visit, 'search.performed', ofProject(visit), payload, context);
};

/** `helpcenter.v1.question.asked`. */
export const questionAsked = (
  visit: Visit,
  { question, answered, sourceIds }: Pick<QuestionAsked, 'question' | 'answered' | 'sourceIds'>,
  context: CallContext,
): NewEvent => {
  const payload = { question, language: visit.order.wanted, answered, sourceIds, sessionId: visit.contactId };
  return event(visit, 'question.asked', ofProject(visit), payload, context);
};

/** `helpcenter.v1.article.viewed`. */
export const articleViewed = (
  visit: Visit,
  { articleId, collectionId, language }: Pick<ArticleViewed, 'articleId' | 'collectionId' | 'language'>,
  context: CallContext,
): NewEvent => {
  const channel = visit.scope.client?.channel ?? 'widget';
  const payload = { articleId, collectionId, language, channel, sessionId: visit.contactId };
  return event(visit, 'article.viewed', articleId, payload, context);
};

/** `helpcenter.v1.article.rated`. */
export const articleRated = (
  visit: Visit,
  { articleId, vote, former }: Pick<ArticleRated, 'articleId' | 'vote' | 'former'>,
  context: CallContext,
): NewEvent =>
  event(visit, 'article.rated', articleId, { articleId, vote, former, sessionId: visit.contactId }, context);
