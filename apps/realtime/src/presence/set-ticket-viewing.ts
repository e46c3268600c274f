import { projectScope } from '@parley/auth';
import type {
  SetTicketViewingRequest,
  SetTicketViewingResponse,
} from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import type { CallContext } from '@parley/rpc';
import type { RpcDeps } from '../rpc-deps';
import { requireCaller, requireTicket } from '../team';
import { addExpiringWindow, removeWindows } from './presence.store';
import { ticketChannel } from './ticket-channel';

/** Seconds for which a reported viewer counts. */
const VIEWING_SECONDS = 60;

/** The window of who says by a request, and not by a connection, that a ticket is looked at. */
const WINDOW = 'viewing';

/** Records that the caller views a ticket for 60 s, or not any more. 404 `ticket_not_found`. */
export const setTicketViewing = async (
  deps: Pick<RpcDeps, 'db' | 'tickets' | 'members' | 'presence'>,
  { ticketId, viewing }: SetTicketViewingRequest,
  context: CallContext,
): Promise<SetTicketViewingResponse> => {
  const { projectId } = projectScope(context.scope);
  await requireTicket(deps, ticketId, context);
  const { id: userId, name, avatar } = await deps.members.of(projectId, requireCaller(context).id, context);
  const window = { projectId, channel: ticketChannel(ticketId), userId, window: WINDOW, name, avatar };
  if (viewing) await addExpiringWindow(deps.db, window, VIEWING_SECONDS);
  else await removeWindows(deps.db, [window]);
  deps.presence.announce([window]);
  return { success: true };
};
