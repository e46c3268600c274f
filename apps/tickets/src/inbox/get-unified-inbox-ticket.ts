import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  GetUnifiedInboxTicketRequest,
  GetUnifiedInboxTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/inbox_service';
import type { Deps } from '../deps';
import { ticketView } from '../core';
import { accessibleProjects } from './accessible-projects';
import { findInboxTicket } from './inbox.store';

/** An inquiry of any project that the caller can open; 404 for anything else. */
export const getUnifiedInboxTicket = async (
  deps: Deps,
  { ticketId, fields }: GetUnifiedInboxTicketRequest,
  context: CallContext,
): Promise<GetUnifiedInboxTicketResponse> => {
  const { projectIds } = await accessibleProjects(deps, context);
  const view = ticketView(fields);
  const row = isId(ticketId) ? await findInboxTicket(deps.db, projectIds, ticketId, view) : undefined;
  if (!row) throw notFound('ticket');
  return { ticket: view.present(row) };
};
