import { projectScope } from '@parley/auth';
import { forbidden } from '@parley/errors';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type {
  AuthoriseConsumerChannelRequest,
  AuthoriseConsumerChannelResponse,
  AuthoriseSessionChannelRequest,
  AuthoriseSessionChannelResponse,
  ChannelAuth,
  SignInConsumerRequest,
  SignInConsumerResponse,
  SignInSessionRequest,
  SignInSessionResponse,
} from '@parley/proto/generated/parley/s2s/v1/stream_service';
import { sessionChannel, signChannel, signUser } from '@parley/realtime';
import type { CallContext } from '@parley/rpc';
import { requireConsumer } from '../consumers';
import { ownContact } from '../core';
import type { Deps } from '../deps';

/** The fields of a contact that listens to its stream. */
type Listener = Pick<Contact, 'svcId' | 'id' | 'blocked'>;

/** A blocked contact reads, but hears nothing: its connections are closed, and would come again at once. */
const demandUnblocked = (isBlocked: boolean): void => {
  if (isBlocked) throw forbidden('CONTACT_BLOCKED', 'The contact is blocked.');
};

/** The parts of a contact that a sign-in's signature covers. */
interface SignIn {
  socketId: string;
  deviceId: string | undefined;
  after: number | undefined;
}

const signIn = async (
  deps: Deps,
  { svcId, id, blocked }: Listener,
  { socketId, deviceId, after }: SignIn,
  context: CallContext,
): Promise<SignInSessionResponse> => {
  demandUnblocked(blocked);
  const signer = await deps.signers.of(projectScope(context.scope).projectId, context);
  const user_data = JSON.stringify({ id: svcId, contact: id, deviceId, after });
  return { auth: signUser(signer, socketId, user_data), user_data };
};

interface Subscription {
  socketId: string;
  channel: string;
  after: number | undefined;
}

const authorise = async (
  deps: Deps,
  { svcId, id, blocked }: Listener,
  { socketId, channel, after }: Subscription,
  context: CallContext,
): Promise<Partial<ChannelAuth>> => {
  if (channel !== sessionChannel(svcId)) return { valid: false };
  demandUnblocked(blocked);
  const signer = await deps.signers.of(projectScope(context.scope).projectId, context);
  if (after === undefined) return { auth: signChannel(signer, socketId, channel) };
  const channel_data = JSON.stringify({ contact: id, after });
  return { auth: signChannel(signer, socketId, channel, channel_data), channel_data };
};

/** Signs a connection in as the contact with a consumerId. 404 `contact_not_found`. */
export const signInConsumer = async (
  deps: Deps,
  { socket_id: socketId, consumerId, deviceId, after }: SignInConsumerRequest,
  context: CallContext,
): Promise<SignInConsumerResponse> => {
  const contact = await requireConsumer(deps, consumerId, context);
  return signIn(deps, contact, { socketId, deviceId, after }, context);
};

/** Allows a connection the channel of the contact with a consumerId. 404 `contact_not_found`. */
export const authoriseConsumerChannel = async (
  deps: Deps,
  { socket_id: socketId, channel_name: channel, consumerId, after }: AuthoriseConsumerChannelRequest,
  context: CallContext,
): Promise<Partial<AuthoriseConsumerChannelResponse>> => {
  const contact = await requireConsumer(deps, consumerId, context);
  return { channelAuth: await authorise(deps, contact, { socketId, channel, after }, context) };
};

/** Signs the connection of a widget in. 401 `invalid_session`. */
export const signInSession = async (
  deps: Deps,
  { socket_id: socketId, deviceId, after }: SignInSessionRequest,
  context: CallContext,
): Promise<SignInSessionResponse> =>
  signIn(deps, await ownContact(deps, context), { socketId, deviceId, after }, context);

/** Allows a widget's connection its channel. 401 `invalid_session`. */
export const authoriseSessionChannel = async (
  deps: Deps,
  { socket_id: socketId, channel_name: channel, after }: AuthoriseSessionChannelRequest,
  context: CallContext,
): Promise<Partial<AuthoriseSessionChannelResponse>> => ({
  channelAuth: await authorise(deps, await ownContact(deps, context), { socketId, channel, after }, context),
});
