import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compileList, type ListFields } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ListContactActivitiesRequest,
  ListContactActivitiesResponse,
} from '@parley/proto/generated/parley/tickets/v1/contact_tickets_service';
import type { Deps } from '../deps';
import { listedWhere, ticketFields, ticketSortable } from '../tickets';
import { findTickets, presentTicket } from '../core';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;

const activityList: ListFields = {
  fields: ticketFields,
  sortable: ticketSortable,
  order: '-lastActivity',
  page: { default: DEFAULT_LIMIT, max: MAX_LIMIT },
};

/** Tickets of the contact in the second parameter and of those with the address in the third; none has the address null. */
const OF_CONTACT = `t.session_id IS NOT NULL AND t.session_id IN (
  SELECT $2::text UNION SELECT r.id FROM contact_reference r WHERE r.project_id = $1 AND r.email = $3)`;

/**
 * A page of the tickets of a contact and of others with the same address, newest activity first unless asked for another order. 404
 * `session_not_found`.
 */
export const listContactActivities = async (
  { db, references }: Pick<Deps, 'db' | 'references'>,
  { sessionId, ...request }: ListContactActivitiesRequest,
  context: CallContext,
): Promise<ListContactActivitiesResponse> => {
  const { projectId } = projectScope(context.scope);
  const contact = (await references.contacts(context, projectId, [sessionId])).get(sessionId);
  if (!contact) throw notFound('session');
  const params: unknown[] = [projectId, sessionId, contact.email];
  const { where, ...clauses } = compileList(request, activityList, params);
  const rows = await findTickets(db, {
    ...clauses,
    where: `${listedWhere(request)} AND ${OF_CONTACT} AND ${where}`,
    params,
  });
  return {
    activities: rows.map((row) => ({
      ticket: presentTicket(row),
      isFromDuplicateSession: row.sessionId !== sessionId,
    })),
  };
};
