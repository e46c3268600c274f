import { MailboxesServiceDefinition as mailboxes } from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import { operation } from '../rest';

export const mailboxOperations = [
  operation('mailboxes.list', 'GET /mailboxes', mailboxes, 'listMailboxes', {
    surface: 'dashboard',
    permission: 'MAILBOX_FIND',
    page: { default: 100, max: 100 },
    out: 'mailboxes',
  }),
  operation('mailboxes.create', 'POST /mailboxes', mailboxes, 'createMailbox', {
    surface: 'dashboard',
    permission: 'MAILBOX_CREATE',
    out: 'mailbox',
    errors: ['MAILBOX_ADDRESS_TAKEN', 'MAILBOX_LIMIT_REACHED'],
  }),
  operation('mailboxes.get', 'GET /mailboxes/{mailboxId}', mailboxes, 'getMailbox', {
    surface: 'dashboard',
    permission: 'MAILBOX_FIND',
    out: 'mailbox',
  }),
  operation('mailboxes.update', 'PUT /mailboxes/{mailboxId}', mailboxes, 'updateMailbox', {
    surface: 'dashboard',
    permission: 'MAILBOX_UPDATE',
    out: 'mailbox',
    errors: ['MAILBOX_ADDRESS_TAKEN'],
  }),
  operation('mailboxes.delete', 'DELETE /mailboxes/{mailboxId}', mailboxes, 'deleteMailbox', {
    surface: 'dashboard',
    permission: 'MAILBOX_DELETE',
    out: 'mailbox',
  }),
  operation('mailboxes.test', 'POST /mailboxes/{mailboxId}/test', mailboxes, 'testMailbox', {
    surface: 'dashboard',
    permission: 'MAILBOX_UPDATE',
    timeoutMs: 60_000,
  }),
];
