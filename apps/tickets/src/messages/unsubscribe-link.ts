import { signUnsubscribe } from '@parley/auth';
import { type Mail } from '@parley/mail';
import { type Platform } from '@parley/runtime';

/**
 * Gives a mail to a contact the headers by which mail programs offer to unsubscribe with one click (RFC 8058). They are
 * added when the mail leaves, so that the present key signs the link.
 */
export const withUnsubscribe =
  ({ sealer, publicUrl }: Pick<Platform, 'sealer' | 'publicUrl'>) =>
  (mail: Mail, projectId: string): Mail => {
    const { recipient: contactId, headers } = mail;
    if (contactId === undefined) return mail;
    const link = `${publicUrl}/unsubscribe/${signUnsubscribe(sealer, { projectId, contactId })}`;
    return {
      ...mail,
      headers: {
        ...headers,
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
  };
