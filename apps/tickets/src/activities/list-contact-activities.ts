import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compilePage } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import {
  type ListContactActivitiesRequest,
  type ListContactActivitiesResponse,
} from '@parley/proto/generated/parley/tickets/v1/contact_tickets_service';
import { type Deps } from '../deps';
import { listedWhere } from '../tickets/list-tickets';
import { findTickets } from '../tickets/ticket.list.store';
import { presentTicket } from '../tickets/ticket.present';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 1000;

/** Tickets of the contact in the second parameter and of those with the address in the third; none has the address null. */
const OF_CONTACT = `t.session_id IS NOT NULL AND t.session_id IN (
  SELECT $2::text UNION SELECT r.id FROM contact_reference r WHERE r.project_id = $1 AND r.email = $3)`;

/**
 * A page of the tickets of a contact and of others with the same address, newest activity first. 404
 * `session_not_found`.
 */
export const listContactActivities = async (
  { db, references }: Pick<Deps, 'db' | 'references'>,
  { sessionId, skip, limit, ...flags }: ListContactActivitiesRequest,
  context: CallContext,
): Promise<ListContactActivitiesResponse> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const contact = (await references.contacts(context, projectId, [sessionId])).get(sessionId);
  if (!contact) throw notFound('session');
  const rows = await findTickets(db, {
    where: `${listedWhere(flags)} AND ${OF_CONTACT}`,
    params: [projectId, sessionId, contact.email],
    orderBy: 't.last_activity DESC, t.id DESC',
    ...page,
  });
  return {
    activities: rows.map((row) => ({
      ticket: presentTicket(row),
      isFromDuplicateSession: row.sessionId !== sessionId,
    })),
  };
};
