import type { MailTransport } from '@parley/mail';
import type { EmailDeps } from './deps';
import { makeMessageId } from './compose-email';

/** A transport that also erases the mails of campaigns: deleted ones are recorded by the ids of their deliveries. */
export const eraseDeliveries = (deps: Pick<EmailDeps, 'mail' | 'sealer' | 'mailFrom'>): MailTransport => {
  const { mail } = deps;
  if (!mail.erase) return mail;
  return {
    ...mail,
    erase: async (ids) => mail.erase?.(ids.map((id) => (id.includes('@') ? id : makeMessageId(deps, id)))),
  };
};
