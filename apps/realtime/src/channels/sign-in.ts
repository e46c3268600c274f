import { isUserSignature } from '@parley/realtime';
import type { Edge } from '../edge-deps';
import {
  reasons,
  type Connection,
  end,
  send,
  type SignedIn,
  type ClientMessage,
  encodeFrame,
  readMembers,
  asNumber,
  parseObject,
  asText,
} from '../connections';
import { findContact } from './find-contact';

/** Signs a connection in as a contact; an invalid signature ends it with 4009. */
export const signIn = async (edge: Edge, connection: Connection, message: ClientMessage): Promise<void> => {
  const { auth, user_data: userData } = readMembers(message);
  const { signer } = connection.project;
  if (
    typeof auth !== 'string' ||
    typeof userData !== 'string' ||
    !isUserSignature(signer, auth, connection.id, userData)
  )
    return end(edge, connection, reasons.badSignIn);
  const { id, contact, deviceId, after } = parseObject(userData) ?? {};
  const isOther = connection.user !== undefined && connection.user.svcId !== id;
  if (typeof id !== 'string' || isOther) return end(edge, connection, reasons.badSignIn);
  const user: SignedIn = {
    svcId: id,
    deviceId: asText(deviceId),
    after: asNumber(after),
    feed: connection.user?.feed,
    number: undefined,
  };
  connection.user = user;
  send(edge, connection, encodeFrame('pusher:signin_success', { user_data: userData }));
  const contactId = await findContact(edge, connection, id, asText(contact));
  if (connection.user !== user || connection.isEnding) return;
  if (contactId === undefined) return end(edge, connection, reasons.contactEnded);
  if (!user.feed) {
    user.feed = edge.feeds.of(connection.project.id, contactId);
    user.feed.signedIn.add(connection);
  }
  await edge.devices.signedIn(connection, user);
};
