import { type Sealer, sameText } from '@parley/auth';
import { invalid } from '@parley/errors';
import { createHmac } from 'node:crypto';

/** Purpose of the signature that a project's secret is made of. */
const PURPOSE = 'realtime secret of a project';

/**
 * The secret of a project that signs for the realtime channel. It is computed whenever it is needed and never leaves the process.
 */
export const realtimeSecret = (sealer: Pick<Sealer, 'sign'>, projectId: string): string =>
  sealer.sign(projectId, PURPOSE);

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Who signs: the project's public key and its secret. */
export interface Signer {
  key: string;
  secret: string;
}

/** The form of a socket id. It is part of the signed text, so that anything more could forge another signature. */
const SOCKET_ID = /^\d+\.\d+$/;

const demandSocketId = (socketId: string): void => {
  if (SOCKET_ID.test(socketId)) return;
  throw invalid({ field: 'socket_id', message: 'must be two numbers with a dot between them' });
};

/**
 * Signs a connection in as a user of the Pusher protocol: `<key>:<hex HMAC-SHA256>`. 400 `invalid_input` naming `socket_id`
 * when it is none.
 */
export const signUser = ({ key, secret }: Signer, socketId: string, userData: string): string => {
  demandSocketId(socketId);
  return `${key}:${sign(secret, `${socketId}::user::${userData}`)}`;
};

/** Allows a connection a channel: `<key>:<hex HMAC-SHA256>`. 400 `invalid_input` naming `socket_id` when it is none. */
export const signChannel = (
  { key, secret }: Signer,
  socketId: string,
  channel: string,
  channelData?: string,
): string => {
  demandSocketId(socketId);
  return `${key}:${sign(secret, [socketId, channel, ...(channelData === undefined ? [] : [channelData])].join(':'))}`;
};

/** Whether a user's signature is one of this project. */
export const isUserSignature = (signer: Signer, auth: string, socketId: string, userData: string): boolean =>
  sameText(auth, signUser(signer, socketId, userData));

/** Whether a channel's signature is one of this project. */
export const isChannelSignature = (
  signer: Signer,
  auth: string,
  socketId: string,
  channel: string,
  channelData?: string,
): boolean => sameText(auth, signChannel(signer, socketId, channel, channelData));
