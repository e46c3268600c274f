import type { Database } from '@parley/persistence';
import { invalid } from '@parley/errors';
import { cutBatches } from '@parley/persistence';
import type { TicketHistory } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import type {
  GetTicketHistoriesRequest,
  GetTicketHistoriesResponse,
  ListTicketProjectsRequest,
  ListTicketProjectsResponse,
  StreamTicketHistoriesRequest,
  StreamTicketHistoriesResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_history_service';
import type { Deps } from '../deps';
import { deriveBirth, changesTold, clockTold, toFacts, messageTold } from '../core';
import {
  findHistories,
  findTicketProjects,
  findTicketsAfter,
  type StoredHistories,
} from './ticket-history.store';

/** Most tickets that go together. */
const MAX_TICKETS = 500;
/** About how many bytes go together; a ticket with more messages goes alone. */
const MAX_BYTES = 2_000_000;
/** Ids that are read at a time. */
const PAGE = 5_000;
const MAX_PROJECTS = 1_000;

const byTicket = <Row extends { ticketId: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const map = new Map<string, Row[]>();
  for (const row of rows) {
    const list = map.get(row.ticketId);
    if (list) list.push(row);
    else map.set(row.ticketId, [row]);
  }
  return map;
};

const told = (stored: StoredHistories): TicketHistory[] => {
  const changes = byTicket(stored.changes);
  const messages = byTicket(stored.messages);
  const clocks = byTicket(stored.clocks);
  return stored.tickets.map((row) => {
    const changed = changesTold(changes.get(row.id) ?? []);
    return {
      ticketId: row.id,
      facts: toFacts(row),
      birth: deriveBirth(row, changed),
      changes: changed,
      messages: (messages.get(row.id) ?? []).map(messageTold),
      clocks: (clocks.get(row.id) ?? []).map(clockTold),
      complete: true,
      updatedAt: row.updatedAt.toISOString(),
    };
  });
};

/** The whole histories of tickets, as they are at one moment. */
const readHistories = (db: Database, projectId: string, ids: readonly string[]): Promise<TicketHistory[]> =>
  db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return told(await findHistories(tx, projectId, ids));
  });

/** The projects that have tickets, or had some. */
export const listTicketProjects = async (
  { db }: Pick<Deps, 'db'>,
  { after, limit }: ListTicketProjectsRequest,
): Promise<ListTicketProjectsResponse> => {
  const most = limit > 0 ? Math.min(limit, MAX_PROJECTS) : MAX_PROJECTS;
  return { projectIds: await findTicketProjects(db, after, most) };
};

/** The whole histories of tickets that are asked for. 400 for more than 500. */
export const getTicketHistories = async (
  { db }: Pick<Deps, 'db'>,
  { projectId, ticketIds }: GetTicketHistoriesRequest,
): Promise<GetTicketHistoriesResponse> => {
  if (ticketIds.length > MAX_TICKETS)
    throw invalid({ field: 'ticketIds', message: `takes at most ${MAX_TICKETS} tickets` });
  return { tickets: await readHistories(db, projectId, ticketIds) };
};

/** Which tickets go together, in the order of their ids. */
async function* findBatches(db: Database, projectId: string, after: string): AsyncGenerator<string[]> {
  for (let last = after; ;) {
    const found = await findTicketsAfter(db, projectId, last, PAGE);
    yield* cutBatches(found, { max: MAX_TICKETS, maxBytes: MAX_BYTES });
    const end = found.at(-1);
    if (!end || found.length < PAGE) return;
    last = end.id;
  }
}

/**
 * The whole histories of a project's tickets, part by part. One part is read while the reader works on the one before, and no
 * more, so that memory stays flat however many there are.
 */
export async function* streamTicketHistories(
  { db }: Pick<Deps, 'db'>,
  { projectId, after }: StreamTicketHistoriesRequest,
): AsyncGenerator<StreamTicketHistoriesResponse> {
  let ready: Promise<TicketHistory[]> = Promise.resolve([]);
  for await (const ids of findBatches(db, projectId, after)) {
    const next = readHistories(db, projectId, ids);
    // A reader that stops leaves this read unfinished.
    next.catch(() => undefined);
    const tickets = await ready;
    if (tickets.length > 0) yield { tickets };
    ready = next;
  }
  const tickets = await ready;
  if (tickets.length > 0) yield { tickets };
}
