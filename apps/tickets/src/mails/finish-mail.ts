import type { Mail } from '@parley/mail';
import type { Brands } from './brand';
import { frameMail } from './frame-mail';

/**
 * Gives a mail to a contact its frame when it leaves. It answers the contact's own conversation, and carries no
 * `List-Unsubscribe`: who unsubscribes wants no more campaigns, and the answers all the same.
 */
export const finishMail =
  (brands: Brands) =>
  async (mail: Mail, projectId: string): Promise<Mail> =>
    mail.recipient === undefined ? mail : frameMail(mail, await brands(projectId));
