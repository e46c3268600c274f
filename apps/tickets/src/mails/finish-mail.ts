import { type Mail } from '@parley/mail';
import { type Brands } from './brand';
import { frameMail } from './frame-mail';

/** What is added to a mail to a contact when it leaves: its frame, and the headers that `sign` adds. */
export const finishMail =
  (brands: Brands, sign: (mail: Mail, projectId: string) => Mail) =>
  async (mail: Mail, projectId: string): Promise<Mail> =>
    mail.recipient === undefined ? mail : sign(frameMail(mail, await brands(projectId)), projectId);
