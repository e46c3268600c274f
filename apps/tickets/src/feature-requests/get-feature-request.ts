import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type {
  GetFeatureRequestRequest,
  GetFeatureRequestResponse,
} from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import type { CallContext } from '@parley/rpc';
import { getTicket, getTickets, presentTicket, type TicketView } from '../core';
import type { Deps } from '../deps';
import { FEATURE_REQUEST } from './feature-request';

const isRequest = ({ type }: TicketView): boolean => type === FEATURE_REQUEST;

/** The feature request of a ticket: itself, or the one that it was merged into, reports to or is linked to. */
export const getFeatureRequest = async (
  { db }: Pick<Deps, 'db'>,
  { ticketId }: GetFeatureRequestRequest,
  context: CallContext,
): Promise<GetFeatureRequestResponse> => {
  const { projectId } = projectScope(context.scope);
  const asked = isId(ticketId) ? await getTicket(db, projectId, ticketId) : undefined;
  if (!asked) throw notFound('ticket');
  const { duplicateOfId } = asked;
  const ticket = (duplicateOfId !== null && (await getTicket(db, projectId, duplicateOfId))) || asked;
  const found = isRequest(ticket) ? ticket : await findNamed(db, projectId, ticket);
  if (!found) throw notFound('feature_request');
  return { ticket: presentTicket(found) };
};

const findNamed = async (
  db: Deps['db'],
  projectId: string,
  { trackerTicketId, linkedTicketIds }: TicketView,
): Promise<TicketView | undefined> => {
  const ids = [...(trackerTicketId === null ? [] : [trackerTicketId]), ...linkedTicketIds];
  const requests = (await getTickets(db, projectId, ids)).filter(isRequest);
  return requests.find(({ id }) => id === trackerTicketId) ?? requests[0];
};
