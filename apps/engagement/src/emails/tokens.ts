import type { Sealer } from '@parley/auth';

const MESSAGE = 'engagement message id';
const BOUNCE = 'engagement bounce address';
const OPEN = 'engagement open';

/** A mail, named by a token. */
export interface TrackedMail {
  projectId: string;
  deliveryId: string;
}

type Signer = Pick<Sealer, 'sign' | 'signShort'>;
type Reader = Pick<Sealer, 'verify' | 'verifyShort'>;

/** The local part of a mail's Message-ID: unguessable, and the same at every attempt. */
export const messageToken = (sealer: Signer, deliveryId: string): string =>
  sealer.signShort(deliveryId, MESSAGE);

/** The delivery that a Message-ID belongs to; undefined for one that was not made here. */
export const readMessageId = (sealer: Reader, messageId: string): string | undefined =>
  sealer.verifyShort(messageId.split('@', 1)[0] ?? '', MESSAGE);

const PREFIX = 'bounce+';

/** The local part of the address that reports about a mail go to: 63 characters, one less than there may be. */
export const bounceLocalPart = (sealer: Signer, deliveryId: string): string =>
  `${PREFIX}${sealer.signShort(deliveryId, BOUNCE)}`;

/** The delivery that an address takes reports of. */
export const readBounceAddress = (sealer: Reader, address: string): string | undefined => {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase();
  return local.startsWith(PREFIX) ? sealer.verifyShort(local.slice(PREFIX.length), BOUNCE) : undefined;
};

/** The name of a mail's image. */
export const openToken = (sealer: Signer, { projectId, deliveryId }: TrackedMail): string =>
  sealer.sign(`${projectId}.${deliveryId}`, OPEN);

/** The mail of an image; undefined for one that was not made here. */
export const readOpenToken = (sealer: Reader, token: string): TrackedMail | undefined => {
  const [projectId, deliveryId] = sealer.verify(token, OPEN)?.split('.') ?? [];
  return projectId && deliveryId ? { projectId, deliveryId } : undefined;
};
