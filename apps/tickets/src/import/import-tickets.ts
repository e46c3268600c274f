import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { invalid, raced } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import { eventHeaders } from '@parley/rpc';
import type {
  ImportTicketsRequest,
  ImportTicketsResponse,
  TicketImport,
} from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { mapInTurns } from '@parley/timing';
import type { Deps } from '../deps';
import { isSessionGone } from '../core';
import { ticketImported } from './imported.events';
import { insertTickets } from '../tickets';
import { ensureContacts, findReferences } from './import-references';
import { findImported, holdContacts, insertPast, takeTurn } from './import.store';
import { type PlayedTicket, playEvents } from './play-events';
import { type PastTicket, readImport } from './read-import';

/** Tickets of one statement. */
const TOGETHER = 50;

/** A contact that was deleted while the import ran. */
const gone = (tickets: readonly PastTicket[], isKept: (ticket: PastTicket) => boolean) =>
  invalid(
    tickets.flatMap((ticket, index) =>
      isKept(ticket)
        ? []
        : [{ field: `tickets.${index}.session`, message: 'this project has no such session' }],
    ),
  );

const ticketRaced = () => raced('TICKET_RACED');

/** Writes the tickets with their past; they come last, because their numbers make other creations wait. */
const write = async (
  tx: Sql,
  projectId: string,
  played: readonly PlayedTicket[],
  headers: Record<string, string>,
): Promise<void> => {
  await insertPast(tx, played);
  for (let start = 0; start < played.length; start += TOGETHER) {
    const part = played.slice(start, start + TOGETHER);
    await insertTickets(
      tx,
      projectId,
      part.map((ticket) => ({ row: ticket.row, events: [ticketImported(ticket, headers)] })),
    );
  }
};

/**
 * Imports tickets with their past, all or none, and emits an event for statistics only. Tickets with an `externalId` that the
 * project already has stay as they are.
 */
export const importTickets = async (
  deps: Deps,
  { tickets: sent }: ImportTicketsRequest,
  context: OnceContext<ImportTicketsResponse>,
): Promise<ImportTicketsResponse> => {
  const scope = projectScope(context.scope);
  const { projectId } = scope;
  const tickets = await readImport(sent, deps.clock());
  const externalIds = tickets.map(({ externalId }) => externalId);
  const found = await findReferences(deps, context, projectId, tickets);
  const known = await findImported(deps.db, projectId, externalIds);
  const fresh = tickets.filter(({ externalId }) => !known.has(externalId));
  const byAddress = await ensureContacts(deps, context, projectId, fresh);
  const caller = await deps.references.author(context, scope);
  const findContact = ({ patch, email }: PastTicket) =>
    email === undefined ? found.contacts.get(patch.columns.sessionId ?? '') : byAddress.get(email);

  const store = (): Promise<ImportTicketsResponse> =>
    runTransaction(deps.db, async (tx) => {
      await takeTurn(tx, projectId);
      const before = await findImported(tx, projectId, externalIds);
      const missing = tickets.filter(({ externalId }) => !before.has(externalId));
      // One that was there when its contact might have been made, and was deleted since.
      if (missing.some((ticket) => ticket.email !== undefined && !findContact(ticket))) throw ticketRaced();
      const wanted = new Set(missing.flatMap((ticket) => findContact(ticket)?.id ?? []));
      const held = await holdContacts(tx, projectId, [...wanted]);
      if (held.size < wanted.size)
        throw gone(tickets, (ticket) => {
          const contact = findContact(ticket);
          return !contact || before.has(ticket.externalId) || held.has(contact.id);
        });
      const played = await mapInTurns(missing, (ticket) =>
        playEvents(ticket, { scope, contact: findContact(ticket), users: found.users, caller }),
      );
      await write(tx, projectId, played, eventHeaders(context));
      const made = new Map(played.map(({ row }) => [row.externalId, row.id]));
      const response = {
        tickets: externalIds.map((externalId): TicketImport => {
          const former = before.get(externalId);
          return { externalId, id: former ?? made.get(externalId) ?? '', created: former === undefined };
        }),
      };
      await context.record(tx, response);
      return response;
    });
  try {
    const response = await store();
    deps.wakeEvents();
    return response;
  } catch (error) {
    throw isSessionGone(error) ? gone(tickets, (ticket) => !findContact(ticket)) : error;
  }
};
