import { type EventRow, eventRow } from '@parley/events';
import type { AcceptedFaq } from '@parley/proto/generated/parley/tickets/v1/events';
import type { AcceptedFaqRow } from './accepted-faq.store';

/** An accepted pair as other services get it. */
export const presentAcceptedFaq = (row: AcceptedFaqRow): AcceptedFaq => ({
  id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  question: row.question,
  answer: row.answer,
  ticket: row.ticketId,
  actorType: row.actor.type,
  actorId: row.actor.id ?? '',
  acceptedAt: row.acceptedAt.toISOString(),
});

/** `tickets.v1.faq.accepted`. */
export const faqAccepted = (row: AcceptedFaqRow, headers: Record<string, string>): EventRow =>
  eventRow({
    subject: 'tickets.v1.faq.accepted',
    projectId: row.projectId,
    aggregateId: row.id,
    payload: { faq: presentAcceptedFaq(row) },
    headers,
  });
