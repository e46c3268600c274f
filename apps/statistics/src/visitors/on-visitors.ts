import type { About, DomainEvent, EventsHandler } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { addFacts, type Fact } from '../facts';
import { deleteArticles, keepArticles } from '../names';

/** The durable that gets articles and what visitors of the help center do. */
export const HELPCENTER_DURABLE = 'statistics-helpcenter';
/** The durable that gets questions asked of AI agents. */
export const AGENTS_DURABLE = 'statistics-agents';

interface Payload {
  sessionId?: string;
  articleId?: string;
  collectionId?: string;
  language?: string;
  channel?: string;
  query?: string;
  hits?: number;
  answered?: boolean;
  agentId?: string;
  article?: { id: string; title?: unknown };
}

/** A search term as terms are counted: trimmed, in lower case, white space collapsed. */
export const normalizeTerm = (query: string): string => query.trim().toLowerCase().replace(/\s+/g, ' ');

type Visit = DomainEvent<Payload>;

const toFact = ({ id, subject, createdAt, payload }: Visit): Fact | undefined => {
  const { sessionId, articleId, language, channel, query, hits, answered = false, agentId } = payload;
  const base = {
    sourceId: id,
    at: createdAt.getTime(),
    flags: 0,
    ...(sessionId !== undefined && { contactId: sessionId, actorType: 'contact', actorId: sessionId }),
  };
  switch (subject) {
    case 'helpcenter.v1.article.viewed':
      return { kind: 'ARTICLE_VIEWED', ...base, extra: { article: articleId, language, channel } };
    case 'helpcenter.v1.search.performed':
      return {
        kind: 'ARTICLE_SEARCHED',
        ...base,
        extra: { searchTerm: normalizeTerm(query ?? ''), results: hits ?? 0, language },
      };
    case 'helpcenter.v1.question.asked':
      return { kind: 'AI_QUESTION_ASKED', ...base, extra: { source: 'helpcenter', answered, language } };
    case 's2s.v1.question.asked':
      return { kind: 'AI_QUESTION_ASKED', ...base, extra: { source: 'agent', answered, agent: agentId } };
    default:
      return undefined;
  }
};

/** The title in the article's own language, whichever it is, as lists name it. */
const readTitle = (title: unknown): string => {
  if (typeof title === 'string') return title;
  if (typeof title !== 'object' || title === null) return '';
  const { localized } = title as { localized?: Record<string, unknown> };
  const first = Object.values(localized ?? (title as Record<string, unknown>)).find(
    (text) => typeof text === 'string' && text !== '',
  );
  return typeof first === 'string' ? first : '';
};

/** Takes events of one project in. */
const takeIn = async (tx: Sql, projectId: string, events: readonly Visit[]): Promise<void> => {
  // The latest word on each article: its title, or that it was deleted.
  const titles = new Map<string, string | undefined>();
  const facts: Fact[] = [];
  for (const event of events) {
    const { subject, aggregateId, payload } = event;
    if (subject.endsWith('.article.deleted')) titles.set(aggregateId, undefined);
    else if (payload.article) titles.set(payload.article.id, readTitle(payload.article.title));
    else {
      const fact = toFact(event);
      if (fact) facts.push(fact);
    }
  }
  const kept = [...titles].flatMap(([id, title]) => (title === undefined ? [] : [{ id, title }]));
  const deleted = [...titles].flatMap(([id, title]) => (title === undefined ? [id] : []));
  await keepArticles(tx, projectId, kept);
  await deleteArticles(tx, projectId, deleted);
  await addFacts(tx, projectId, facts);
};

/** The contact that did it; visitors without a session are none. */
export const aboutVisits: About = ({ payload }) => [(payload as Payload).sessionId];

/** Counts what visitors of the help center do and what AI agents are asked, and keeps titles of articles. */
export const onVisitors: EventsHandler<Payload> = async (events, tx) => {
  const projects = [...new Set(events.map(({ projectId }) => projectId))].sort();
  for (const projectId of projects)
    await takeIn(
      tx,
      projectId,
      events.filter((event) => event.projectId === projectId),
    );
};
