import { type Sealer } from './sealing';

const PURPOSE = 'mail unsubscribe';

/** Who got a mail. */
export interface MailRecipient {
  projectId: string;
  contactId: string;
  /** The delivery of an engagement item that the mail is. */
  deliveryId?: string;
}

/** What the unsubscribe link of a mail to a contact ends in. Every service of an installation makes and reads the same. */
export const signUnsubscribe = (
  sealer: Pick<Sealer, 'sign'>,
  { projectId, contactId, deliveryId }: MailRecipient,
): string =>
  sealer.sign([projectId, contactId, ...(deliveryId === undefined ? [] : [deliveryId])].join('.'), PURPOSE);

/** Who the mail with this link went to; undefined for a link that was not made here. */
export const readUnsubscribe = (sealer: Pick<Sealer, 'verify'>, token: string): MailRecipient | undefined => {
  const [projectId, contactId, deliveryId] = sealer.verify(token, PURPOSE)?.split('.') ?? [];
  if (!projectId || !contactId) return undefined;
  return { projectId, contactId, ...(deliveryId !== undefined && { deliveryId }) };
};
