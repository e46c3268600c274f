import { isId } from '@parley/persistence';
import type {
  ListTicketViewersRequest,
  ListTicketViewersResponse,
} from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { RpcDeps } from '../rpc-deps';
import { knownTickets } from '../team';
import { type MemberRow, findMembers } from './presence.store';
import { ticketChannel, readTicketId } from './ticket-channel';

const presentViewer = ({ id, name, avatar, since }: MemberRow) => ({
  id,
  name: name ?? undefined,
  avatar: avatar ?? undefined,
  since: since.toISOString(),
});

/** The viewers of tickets: members of their presence channels, and reported ones. Foreign ids are left out. */
export const listTicketViewers = async (
  { db, tickets }: Pick<RpcDeps, 'db' | 'tickets'>,
  { ticketIds }: ListTicketViewersRequest,
  context: CallContext,
): Promise<Partially<ListTicketViewersResponse>> => {
  const asked = [...new Set(ticketIds.filter(isId))];
  const known = await knownTickets({ tickets }, asked, context);
  const own = asked.filter((id) => known.has(id));
  const users = new Map(own.map((id) => [id, [] as ReturnType<typeof presentViewer>[]]));
  for (const row of own.length > 0 ? await findMembers(db, own.map(ticketChannel)) : [])
    users.get(readTicketId(row.channel))?.push(presentViewer(row));
  return { viewers: own.map((ticketId) => ({ ticketId, users: users.get(ticketId) ?? [] })) };
};
