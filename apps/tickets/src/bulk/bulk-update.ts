import { type ProjectScope, projectScope } from '@parley/auth';
import { DomainError, notFound, timeout } from '@parley/errors';
import { isId, runTransaction } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  BulkUpdateFailure,
  BulkUpdateTicketsRequest,
  BulkUpdateTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import type { Deps } from '../deps';
import { historyActor, readTicketInput } from '../core';
import { checkReferences, toShown } from '../references';
import { updateTicket } from '../tickets';
import { selectTickets } from './select-tickets';
import { type BulkChange, inPayload, readBulkChange } from './update-payload';
import { type SetChange, updateSet } from './update-set';

/** Most tickets that each run the full update. Source: service document, 4.2, Tickets. */
export const MAX_FULL = 30;
/** Most tickets of one call. */
export const MAX_TICKETS = 50_000;
/** Tickets that are changed in one statement. */
export const SET_SIZE = 200;

const NOT_FOUND = notFound('ticket').reason.toLowerCase();

const checkDeadline = ({ signal }: CallContext): void => {
  if (signal.aborted) throw timeout('Not every ticket was changed in time. Send the update again.');
};

const updateEach = async (
  deps: Deps,
  context: CallContext,
  ids: readonly string[],
  change: BulkChange,
): Promise<BulkUpdateFailure[]> => {
  const failed: BulkUpdateFailure[] = [];
  for (const ticketId of ids) {
    checkDeadline(context);
    try {
      await updateTicket(deps, { ticketId, ...change }, context);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failed.push({ ticketId, code: error.reason.toLowerCase() });
    }
  }
  return failed;
};

const updateSets = async (
  deps: Deps,
  context: CallContext,
  { projectId }: ProjectScope,
  ids: readonly string[],
  change: SetChange,
): Promise<BulkUpdateFailure[]> => {
  const failed: BulkUpdateFailure[] = [];
  for (let start = 0; start < ids.length; start += SET_SIZE) {
    checkDeadline(context);
    const set = ids.slice(start, start + SET_SIZE);
    const rules = await deps.teamRules.ask(context, projectId, change.patch.columns);
    const found = await runTransaction(deps.db, (tx) =>
      updateSet(tx, projectId, set.filter(isId), { ...change, rules }),
    );
    if (found.size > 0) deps.wakeEvents();
    for (const ticketId of set) if (!found.has(ticketId)) failed.push({ ticketId, code: NOT_FOUND });
  }
  return failed;
};

/** Changes many tickets the same way: up to 30 one by one as a single update does, more set by set. */
export const bulkUpdateTickets = async (
  deps: Deps,
  { action, selection, payload, nulls }: BulkUpdateTicketsRequest,
  context: CallContext,
): Promise<BulkUpdateTicketsResponse> => {
  const scope = projectScope(context.scope);
  const now = deps.clock();
  const change = readBulkChange(action, nulls.includes('payload') ? null : payload, now);
  const patch = readTicketInput(change.ticket, change.nulls);
  const found = await checkReferences(deps, context, scope.projectId, patch).catch((error: unknown) => {
    throw inPayload(error);
  });
  const ids = await selectTickets(deps.db, scope.projectId, selection, MAX_TICKETS);
  const isFull = ids.length <= MAX_FULL;
  const origin = { actor: historyActor(scope.actor), now, headers: eventHeaders(context) };
  const failed = isFull
    ? await updateEach(deps, context, ids, change)
    : await updateSets(deps, context, scope, ids, { patch, shown: toShown(patch.columns, found), origin });
  const unknown = failed.filter(({ code }) => code === NOT_FOUND).length;
  return {
    mode: isFull ? 'full' : 'fast',
    matched: ids.length - unknown,
    updated: ids.length - failed.length,
    failed,
  };
};
