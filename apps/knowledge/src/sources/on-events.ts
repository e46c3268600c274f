import { type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { type AcceptedFaq } from '@parley/proto/generated/parley/tickets/v1/events';
import { type Deps } from '../deps';
import { removeDocuments } from '../documents/document.store';
import { noteGone } from '../tickets/gone-contact.store';
import { forgetTickets, forgetTicketsOfContact } from '../tickets/ticket-vector.store';
import { HELPCENTER_OWNER } from './read-articles';
import { markSources } from './source-mark.store';
import { takeFaq } from './take-faq';

/** The durables that get what happens to articles, to tickets and to contacts. */
export const HELPCENTER_DURABLE = 'knowledge-helpcenter';
export const TICKETS_DURABLE = 'knowledge-tickets';
export const CONTACTS_DURABLE = 'knowledge-contacts';

interface ArticlePayload {
  article?: { id: string; isDraft?: boolean };
  articleId?: string;
}

/**
 * Marks an article to be read: what the help center answers then counts, in whatever order events come. What is deleted or
 * unpublished by this event goes at once; should that be late news, the mark brings it back.
 */
export const onHelpcenter =
  ({ wakeSources, wakeSearchIndex }: Pick<Deps, 'wakeSources' | 'wakeSearchIndex'>) =>
  async ({ projectId, payload }: DomainEvent<ArticlePayload>, tx: Sql): Promise<void> => {
    const id = payload.article?.id ?? payload.articleId;
    if (id === undefined) return;
    const isGone = payload.article === undefined || payload.article.isDraft === true;
    if (isGone) await removeDocuments(tx, projectId, HELPCENTER_OWNER, [id]);
    await markSources(tx, 'article', [{ projectId, id }]);
    wakeSources();
    wakeSearchIndex();
  };

interface TicketPayload {
  ticket?: { id: string };
  message?: { ticket?: string; isNote?: boolean };
  faq?: AcceptedFaq;
}

/** Marks a ticket to be read, and makes an accepted suggestion an entry. */
export const onTickets =
  ({ clock, wakeSources, wakeIndexing }: Pick<Deps, 'clock' | 'wakeSources' | 'wakeIndexing'>) =>
  async ({ subject, projectId, payload }: DomainEvent<TicketPayload>, tx: Sql): Promise<void> => {
    if (payload.faq) {
      await takeFaq(tx, payload.faq, clock());
      wakeIndexing();
      return;
    }
    const id = payload.ticket?.id ?? payload.message?.ticket;
    if (id === undefined || payload.message?.isNote === true) return;
    if (subject.endsWith('.ticket.deleted')) await forgetTickets(tx, projectId, [id]);
    await markSources(tx, 'ticket', [{ projectId, id }]);
    wakeSources();
  };

/** Forgets the tickets of a deleted contact, of which no ticket event tells; what is still there is read once more. */
export const onContacts =
  ({ clock, wakeSources }: Pick<Deps, 'clock' | 'wakeSources'>) =>
  async ({ projectId, aggregateId }: DomainEvent, tx: Sql): Promise<void> => {
    await noteGone(tx, projectId, aggregateId, clock());
    const ids = await forgetTicketsOfContact(tx, projectId, aggregateId);
    await markSources(
      tx,
      'ticket',
      ids.map((id) => ({ projectId, id })),
    );
    wakeSources();
  };
