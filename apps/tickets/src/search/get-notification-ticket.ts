import { projectScope, sameText } from '@parley/auth';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  GetNotificationTicketRequest,
  GetNotificationTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_search_service';
import type { Deps } from '../deps';
import { presentTicket, getTicket } from '../core';

const ID_CHARACTERS = 24;

/** The ticket that a share token belongs to; the token begins with its id. */
export const getNotificationTicket = async (
  { db }: Pick<Deps, 'db'>,
  { shareToken }: GetNotificationTicketRequest,
  context: CallContext,
): Promise<GetNotificationTicketResponse> => {
  const { projectId } = projectScope(context.scope);
  const id = shareToken.slice(0, ID_CHARACTERS);
  const row = isId(id) ? await getTicket(db, projectId, id) : undefined;
  const isToken = (token: string): boolean => sameText(shareToken, token);
  if (!row || ![row.shareToken, row.secretShareToken].some(isToken)) throw notFound('ticket');
  return { ticket: presentTicket(row) };
};
