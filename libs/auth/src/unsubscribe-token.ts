import { type Sealer } from './sealing';

const PURPOSE = 'mail unsubscribe';

/** Who got a mail. */
export interface MailRecipient {
  projectId: string;
  contactId: string;
}

/** What the unsubscribe link of a mail to a contact ends in. Every service of an installation makes and reads the same. */
export const signUnsubscribe = (
  sealer: Pick<Sealer, 'sign'>,
  { projectId, contactId }: MailRecipient,
): string => sealer.sign(`${projectId}.${contactId}`, PURPOSE);

/** Who the mail with this link went to; undefined for a link that was not made here. */
export const readUnsubscribe = (sealer: Pick<Sealer, 'verify'>, token: string): MailRecipient | undefined => {
  const [projectId, contactId] = sealer.verify(token, PURPOSE)?.split('.') ?? [];
  return projectId && contactId ? { projectId, contactId } : undefined;
};
