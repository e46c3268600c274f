import { implementWith } from '@parley/effects';
import { MailboxDirectoryServiceDefinition } from '@parley/proto/generated/parley/mail/v1/mailbox_directory_service';
import { MailboxSenderServiceDefinition } from '@parley/proto/generated/parley/mail/v1/mailbox_sender_service';
import { MailboxesServiceDefinition } from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import type { ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import * as directory from '../directory';
import * as mailboxes from '../mailboxes';
import * as sending from '../sending';
import { testMailbox } from '../trying';

/** Everything that the service serves. The operations that are named record their effect. */
export const createImplementations = (deps: Deps): ServiceImplementation[] => [
  implementWith(deps, MailboxesServiceDefinition, { ...mailboxes, testMailbox }, 'createMailbox'),
  implementWith(deps, MailboxDirectoryServiceDefinition, directory),
  implementWith(deps, MailboxSenderServiceDefinition, sending),
];
