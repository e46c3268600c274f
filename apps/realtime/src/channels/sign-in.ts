import { isUserSignature } from '@parley/realtime';
import { type Edge } from '../edge';
import { reasons } from '../connections/codes';
import { type Connection, end, send, type SignedIn } from '../connections/connection';
import { type ClientMessage, frameOf, membersOf, numberOf, parseObject, textOf } from '../connections/frames';
import { contactOf } from './contact-of';

/** Signs a connection in as a contact; an invalid signature ends it with 4009. */
export const signIn = async (edge: Edge, connection: Connection, message: ClientMessage): Promise<void> => {
  const { auth, user_data: userData } = membersOf(message);
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
    deviceId: textOf(deviceId),
    after: numberOf(after),
    feed: connection.user?.feed,
    number: undefined,
  };
  connection.user = user;
  send(edge, connection, frameOf('pusher:signin_success', { user_data: userData }));
  const contactId = await contactOf(edge, connection, id, textOf(contact));
  if (connection.user !== user || connection.isEnding) return;
  if (contactId === undefined) return end(edge, connection, reasons.contactEnded);
  if (!user.feed) {
    user.feed = edge.feeds.of(connection.project.id, contactId);
    user.feed.signedIn.add(connection);
  }
  await edge.devices.signedIn(connection, user);
};
