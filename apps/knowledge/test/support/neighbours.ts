import type { Condition, SessionDocument } from '@parley/audience';
import { notFound } from '@parley/errors';
import { newId } from '@parley/persistence';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { KnowledgeSourceServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/knowledge_source_service';
import type { AcceptedFaq } from '@parley/proto/generated/parley/tickets/v1/events';
import { TicketTextServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_text_service';
import { normalizeRichText } from '@parley/rich-text';
import { createLocalCaller, implement, type RpcObserver } from '@parley/rpc';
import type { Peers } from '@parley/runtime';

export const silentObserver: RpcObserver = {
  finished: () => undefined,
  within: (_path, _context, run) => run(),
};

/** A published article as the help center holds it; `isDraft` hides it. */
export interface TestArticle {
  projectId: string;
  id: string;
  collectionId: string;
  tags: string[];
  audience: Condition[];
  isDraft: boolean;
  /** Whether its help center has pages. */
  hasPage: boolean;
  texts: Record<string, { title: string; description?: string; content?: unknown }>;
}

/** A ticket as the tickets service holds it. */
export interface TestTicket {
  projectId: string;
  id: string;
  sessionId?: string;
  title: string;
  description?: string;
  messages: string[];
  isHidden: boolean;
}

/** What the neighbours of the service know; tests change it and then tell of it. */
export interface Neighbours {
  articles: Map<string, TestArticle>;
  tickets: Map<string, TestTicket>;
  faqs: AcceptedFaq[];
  /** Projects whose help center is for known contacts only. */
  isPrivate: Set<string>;
  contacts: Map<string, SessionDocument & { projectId: string }>;
  /** Ids by collection: its subcollections. */
  collections: Map<string, { projectId: string; children: string[] }>;
  /** While set every question to the help center fails with it. */
  failure: Error | undefined;
  peers: Pick<Peers, 'helpcenter' | 'tickets' | 'contacts'>;
  article(projectId: string, changes?: Partial<TestArticle>): TestArticle;
  ticket(projectId: string, changes?: Partial<TestTicket>): TestTicket;
  contact(projectId: string, fields?: Record<string, unknown>): string;
}

const byKey = (one: { projectId: string; id: string }, other: { projectId: string; id: string }): number =>
  `${one.projectId} ${one.id}` < `${other.projectId} ${other.id}` ? -1 : 1;

const isAfter = (
  { projectId, id }: { projectId: string; id: string },
  after: { projectId: string; id: string },
): boolean => `${projectId} ${id}` > `${after.projectId} ${after.id}`;

/** Help center, tickets and contacts as this service sees them. */
export const createNeighbours = (): Neighbours => {
  const articles: Neighbours['articles'] = new Map();
  const tickets: Neighbours['tickets'] = new Map();
  const contacts: Neighbours['contacts'] = new Map();
  const collections: Neighbours['collections'] = new Map();
  const faqs: AcceptedFaq[] = [];
  const isPrivate: Neighbours['isPrivate'] = new Set();
  const below = (id: string): string[] => [id, ...(collections.get(id)?.children ?? []).flatMap(below)];

  const helpcenter = implement(KnowledgeSourceServiceDefinition, {
    getPublishedArticles: ({ ids }, { scope }) => {
      if (neighbours.failure) throw neighbours.failure;
      const { projectId = '' } = scope;
      return Promise.resolve({
        articles: ids.flatMap((id) => {
          const found = articles.get(id);
          if (!found || found.projectId !== projectId || found.isDraft) return [];
          const { collectionId, tags, audience, texts, hasPage } = found;
          return [
            {
              id,
              organisation: 'o',
              collectionId,
              tags,
              audience,
              texts: Object.entries(texts).map(([language, { title, description = '', content }]) => ({
                language,
                title,
                description,
                ...(content !== undefined && { content: normalizeRichText(content, 'content') as never }),
                ...(hasPage && { url: `https://help.example/${language}/articles/${id}` }),
              })),
            },
          ];
        }),
      });
    },
    getAccess: (_request, { scope }) => Promise.resolve({ private: isPrivate.has(scope.projectId ?? '') }),
    listPublishedArticles: ({ after, limit }) => {
      const { projectId = '', articleId = '' } = after ?? {};
      return Promise.resolve({
        articles: [...articles.values()]
          .filter((one) => !one.isDraft && isAfter(one, { projectId, id: articleId }))
          .sort(byKey)
          .slice(0, limit)
          .map((one) => ({ projectId: one.projectId, articleId: one.id })),
      });
    },
    findCollectionTrees: ({ ids }, { scope }) => {
      const { projectId = '' } = scope;
      const known = ids.filter((id) => collections.get(id)?.projectId === projectId);
      return Promise.resolve({ trees: known.map((id) => ({ id, collectionIds: below(id) })) });
    },
  });

  const ticketTexts = implement(TicketTextServiceDefinition, {
    getTicketTexts: ({ ticketIds, withMessages }, { scope }) => {
      const { projectId = '' } = scope;
      return Promise.resolve({
        tickets: ticketIds.flatMap((id) => {
          const one = tickets.get(id);
          if (!one || one.projectId !== projectId || one.isHidden) return [];
          const { sessionId, title, description, messages } = one;
          return [
            {
              ticketId: id,
              ...(sessionId !== undefined && { sessionId }),
              title,
              content: description ?? messages[0] ?? '',
              text: withMessages ? [title, description ?? '', ...messages].join('\n') : '',
            },
          ];
        }),
      });
    },
    listTicketPositions: ({ after, limit }) => {
      const { projectId = '', ticketId = '' } = after ?? {};
      return Promise.resolve({
        tickets: [...tickets.values()]
          .filter((one) => isAfter(one, { projectId, id: ticketId }))
          .sort(byKey)
          .slice(0, limit)
          .map((one) => ({ projectId: one.projectId, ticketId: one.id })),
      });
    },
    listAllAcceptedFaqs: ({ afterProjectId, afterId, limit }) =>
      Promise.resolve({
        faqs: faqs
          .filter(({ project, id }) =>
            isAfter({ projectId: project, id }, { projectId: afterProjectId, id: afterId }),
          )
          .slice(0, limit),
      }),
  });

  const contactsService = implement(ContactsServiceDefinition, {
    getContact: ({ sessionId }: { sessionId: string }, { scope }: { scope: { projectId?: string } }) => {
      const { projectId = '' } = scope;
      const found = contacts.get(sessionId);
      if (!found || found.projectId !== projectId) throw notFound('session');
      return Promise.resolve({ contact: { ...found } as never });
    },
  } as never);

  const neighbours: Neighbours = {
    articles,
    tickets,
    faqs,
    isPrivate,
    contacts,
    collections,
    failure: undefined,
    peers: {
      helpcenter: createLocalCaller([helpcenter], silentObserver),
      tickets: createLocalCaller([ticketTexts], silentObserver),
      contacts: createLocalCaller([contactsService], silentObserver),
    },
    article: (projectId, changes = {}) => {
      const article: TestArticle = {
        projectId,
        id: newId(),
        collectionId: newId(),
        tags: [],
        audience: [],
        isDraft: false,
        hasPage: true,
        texts: { en: { title: 'Article', content: 'Text.' } },
        ...changes,
      };
      articles.set(article.id, article);
      return article;
    },
    ticket: (projectId, changes = {}) => {
      const ticket: TestTicket = {
        projectId,
        id: newId(),
        title: 'Ticket',
        messages: [],
        isHidden: false,
        ...changes,
      };
      tickets.set(ticket.id, ticket);
      return ticket;
    },
    contact: (projectId, fields = {}) => {
      const id = newId();
      contacts.set(id, { id, projectId, ...fields });
      return id;
    },
  };
  return neighbours;
};
