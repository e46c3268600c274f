import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { MailboxFailing } from '@parley/proto/generated/parley/mail/v1/events';
import type { Deps } from '../deps';
import { enqueueAccountMail } from '../users';
import { findAdminAddresses } from './disable-webhook.store';

/** The durable that gets which mailboxes are paused. */
export const MAILBOXES_DURABLE = 'workspace-mailboxes';

/** Writes to the admins of a project that a mailbox is paused. */
export const onMailboxFailing =
  (deps: Pick<Deps, 'mailFrom'>) =>
  async ({ projectId, payload }: DomainEvent<MailboxFailing>, tx: Sql): Promise<void> => {
    const { name, address, status } = payload.mailbox ?? {};
    for (const to of await findAdminAddresses(tx, projectId))
      await enqueueAccountMail(deps, tx, {
        to,
        subject: `The mailbox ${name} is paused`,
        text: [
          'Hello,',
          '',
          `the mailbox ${name} (${address}) of your project is paused, because no login succeeded for 24 hours. The last error:`,
          status?.lastError ?? '',
          '',
          'Its mails stay on their server. Update the mailbox to go on.',
          '',
        ].join('\n'),
      });
  };
