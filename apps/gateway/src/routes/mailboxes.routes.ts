import { MailboxesServiceDefinition as mailboxes } from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import { operation } from '../rest';

export const mailboxOperations = [
  operation('mailboxes.list', 'GET /mailboxes', mailboxes, 'listMailboxes', {
    permission: 'MAILBOX_FIND',
    page: { default: 100, max: 100 },
    out: 'mailboxes',
  }),
  operation('mailboxes.create', 'POST /mailboxes', mailboxes, 'createMailbox', {
    permission: 'MAILBOX_CREATE',
    out: 'mailbox',
    errors: ['MAILBOX_ADDRESS_TAKEN', 'MAILBOX_LIMIT_REACHED'],
  }),
  operation('mailboxes.get', 'GET /mailboxes/{mailboxId}', mailboxes, 'getMailbox', {
    permission: 'MAILBOX_FIND',
    out: 'mailbox',
  }),
  operation('mailboxes.update', 'PUT /mailboxes/{mailboxId}', mailboxes, 'updateMailbox', {
    permission: 'MAILBOX_UPDATE',
    out: 'mailbox',
    errors: ['MAILBOX_ADDRESS_TAKEN'],
  }),
  operation('mailboxes.delete', 'DELETE /mailboxes/{mailboxId}', mailboxes, 'deleteMailbox', {
    permission: 'MAILBOX_DELETE',
    out: 'mailbox',
  }),
  operation('mailboxes.test', 'POST /mailboxes/{mailboxId}/test', mailboxes, 'testMailbox', {
    permission: 'MAILBOX_UPDATE',
    timeoutMs: 60_000,
  }),
];
