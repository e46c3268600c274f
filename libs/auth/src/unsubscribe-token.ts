import type { Sealer } from './sealing';

const PURPOSE = 'mail unsubscribe';

/** Who got a mail. */
export interface MailRecipient {
  projectId: string;
  contactId: string;
  /** The delivery of an engagement item that the mail is. */
  deliveryId?: string;
}

/** The last part of the unsubscribe link in a mail to a contact. All services of an installation sign and read it alike. */
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
