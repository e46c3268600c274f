import { type EventRow, eventRow } from '@parley/events';
import { deriveBirth, changesTold, toFacts, messageTold } from '../core';
import type { PlayedTicket } from './play-events';

/** `tickets.v1.ticket.imported`, with the whole history. */
export const ticketImported = (
  { row, before, messages, history }: PlayedTicket,
  headers: Record<string, string>,
): EventRow =>
  eventRow({
    subject: 'tickets.v1.ticket.imported',
    projectId: row.projectId,
    aggregateId: row.id,
    payload: {
      history: {
        ticketId: row.id,
        facts: toFacts(row),
        birth: deriveBirth(before),
        changes: changesTold(history),
        messages: messages.map(messageTold),
        clocks: [],
        complete: true,
        updatedAt: row.updatedAt.toISOString(),
      },
    },
    headers,
  });
