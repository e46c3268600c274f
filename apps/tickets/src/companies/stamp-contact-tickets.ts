import { projectScope } from '@parley/auth';
import { timeout } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  StampContactTicketsRequest,
  StampContactTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import type { Deps } from '../deps';
import { ticketUpdated, lockTickets, writeTicket } from '../core';
import { type Stamp, ticketsToStamp } from './company-stamp.store';

/** Tickets moved in one transaction. */
const BATCH = 50;

const stampBatch = async (
  tx: Sql,
  { projectId, contactId, companyId }: Stamp,
  ids: readonly string[],
  { now, headers }: { now: Date; headers: Record<string, string> },
): Promise<number> => {
  const rows = await lockTickets(tx, projectId, ids);
  const moving = rows.filter((row) => row.sessionId === contactId && row.companyId !== companyId);
  for (const row of moving) {
    // No activity of anyone: the ticket keeps its place in lists.
    const columns = { companyId, updatedAt: now };
    const events = [ticketUpdated({ ...row, ...columns }, { changed: ['companyId'] }, headers)];
    await writeTicket(tx, row, { columns, history: [], events });
  }
  return moving.length;
};

/**
 * Moves every ticket of a contact to a company, in small transactions; those that belong to it stay as they are, so that
 * a call that was cut off goes on where it ended. 504 when the caller's time is over before that.
 */
export const stampContactTickets = async (
  { db, clock, wakeEvents }: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { contactId, companyId }: StampContactTicketsRequest,
  context: CallContext,
): Promise<StampContactTicketsResponse> => {
  const { projectId } = projectScope(context.scope);
  const stamp = { projectId, contactId, companyId };
  let stamped = 0;
  let ids: string[] = [];
  do {
    // A caller who continues later must not find this call still running.
    if (Date.now() > context.deadline) throw timeout('Not all tickets of the contact are moved yet.');
    ids = await ticketsToStamp(db, stamp, { after: ids.at(-1) ?? '', limit: BATCH });
    if (ids.length === 0) break;
    const origin = { now: clock(), headers: eventHeaders(context) };
    stamped += await runTransaction(db, (tx) => stampBatch(tx, stamp, ids, origin));
    wakeEvents();
  } while (ids.length === BATCH);
  return { stamped };
};
