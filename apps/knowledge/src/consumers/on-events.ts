import type { DomainEvent, EventsHandler } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { AcceptedFaq } from '@parley/proto/generated/parley/tickets/v1/events';
import type { Deps } from '../deps';
import { removeDocuments } from '../documents';
import { forgetTickets, forgetTicketsOfContact } from '../tickets';
import { HELPCENTER_OWNER, endGivenUpOf, markSources, takeFaq } from '../sources';

/** The durables that get what happens to articles, to tickets and to contacts. */
export const HELPCENTER_DURABLE = 'knowledge-helpcenter';
export const TICKETS_DURABLE = 'knowledge-tickets';
export const CONTACTS_DURABLE = 'knowledge-contacts';

interface ArticlePayload {
  article?: { id: string; isDraft?: boolean };
  articleId?: string;
}

/**
 * Marks articles to be read: the help center's answer then counts, in whatever order events arrive. An article that an event
 * deletes or unpublishes is removed at once; if the event was late, the mark brings the article back.
 */
export const onHelpcenter: EventsHandler<ArticlePayload> = async (events, tx) => {
  const marked = new Map<string, { projectId: string; id: string }>();
  const gone = new Map<string, string[]>();
  for (const { projectId, payload } of events) {
    const id = payload.article?.id ?? payload.articleId;
    if (id === undefined) continue;
    marked.set(`${projectId} ${id}`, { projectId, id });
    if (payload.article === undefined || payload.article.isDraft === true)
      gone.set(projectId, [...(gone.get(projectId) ?? []), id]);
  }
  for (const [projectId, ids] of gone) await removeDocuments(tx, projectId, HELPCENTER_OWNER, ids);
  await markSources(tx, 'article', [...marked.values()]);
};

interface TicketPayload {
  ticket?: { id: string };
  message?: { ticket?: string; isNote?: boolean };
  faq?: AcceptedFaq;
}

/** The ticket that an event is about; undefined when the event changes nothing in the search. */
const readTicketId = ({
  payload: { ticket, message },
}: Pick<DomainEvent<TicketPayload>, 'payload'>): string | undefined =>
  message?.isNote === true ? undefined : (ticket?.id ?? message?.ticket);

/** Whether an event changes the stored text: notes do not. */
export const concernsTickets = ({ payload }: Pick<DomainEvent, 'payload'>): boolean => {
  const told = payload as TicketPayload;
  return told.faq !== undefined || readTicketId({ payload: told }) !== undefined;
};

/** Marks tickets to be read, each once, and makes accepted suggestions entries. */
export const onTickets =
  ({ clock }: Pick<Deps, 'clock'>): EventsHandler<TicketPayload> =>
  async (events, tx) => {
    const marked = new Map<string, { projectId: string; id: string }>();
    for (const event of events) {
      const { projectId, payload, subject } = event;
      if (payload.faq) {
        await takeFaq(tx, payload.faq, clock());
        continue;
      }
      const id = readTicketId(event);
      if (id === undefined) continue;
      if (subject.endsWith('.ticket.deleted')) await forgetTickets(tx, projectId, [id]);
      marked.set(`${projectId} ${id}`, { projectId, id });
    }
    await markSources(tx, 'ticket', [...marked.values()]);
  };

/** Deletes the tickets of a deleted contact, for which there are no ticket events; tickets that still exist are read once more. */
export const onContacts = async ({ projectId, aggregateId }: DomainEvent, tx: Sql): Promise<void> => {
  await endGivenUpOf(tx, projectId, aggregateId);
  const ids = await forgetTicketsOfContact(tx, projectId, aggregateId);
  await markSources(
    tx,
    'ticket',
    ids.map((id) => ({ projectId, id })),
  );
};
