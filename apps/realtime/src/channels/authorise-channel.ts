import { projectScope } from '@parley/auth';
import type {
  AuthoriseChannelRequest,
  AuthoriseChannelResponse,
} from '@parley/proto/generated/parley/realtime/v1/realtime_service';
import { type Channel, parseChannel, signChannel } from '@parley/realtime';
import type { CallContext, Partially } from '@parley/rpc';
import type { RpcDeps } from '../rpc-deps';
import { requireCaller, knownTickets } from '../team';

type AuthDeps = Pick<RpcDeps, 'signers' | 'members' | 'tickets'>;

const isOwn = async (deps: AuthDeps, channel: Channel, context: CallContext): Promise<boolean> => {
  switch (channel.kind) {
    case 'project':
    case 'project-presence':
      return channel.projectId === projectScope(context.scope).projectId;
    case 'ticket-presence':
      return (await knownTickets(deps, [channel.ticketId], context)).has(channel.ticketId);
    case 'session':
    case 'user':
      return false;
  }
};

/** Allows a member of the team a channel of the project; any other is `valid: false`. */
export const authoriseChannel = async (
  deps: AuthDeps,
  { socket_id: socketId, channel_name: name, after }: AuthoriseChannelRequest,
  context: CallContext,
): Promise<Partially<AuthoriseChannelResponse>> => {
  const channel = parseChannel(name);
  if (!channel || !(await isOwn(deps, channel, context))) return { channelAuth: { valid: false } };
  const { projectId } = projectScope(context.scope);
  const [signer, { id, name: userName, avatar }] = await Promise.all([
    deps.signers.of(projectId, context),
    deps.members.of(projectId, requireCaller(context).id, context),
  ]);
  const data =
    channel.kind === 'project'
      ? { user_id: id, after }
      : { user_id: id, user_info: { name: userName, avatar } };
  const channelData = JSON.stringify(data);
  return {
    channelAuth: { auth: signChannel(signer, socketId, name, channelData), channel_data: channelData },
  };
};
