import { type Broadcast } from '@parley/events';
import { type Database } from '@parley/persistence';
import { type ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { type ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { type WidgetServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { type ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import { type Signers } from '@parley/realtime';
import { type Client } from '@parley/rpc';
import { type Logger } from '@parley/telemetry';

/** What the use cases of this service work with. */
export interface Deps {
  db: Database;
  log: Logger;
  contacts: Client<ContactsServiceDefinition>;
  /** Contacts by what their widgets present. */
  sessions: Client<ContactDirectoryServiceDefinition>;
  /** What a contact's widget does; a customer's back end does it in the contact's name. */
  widgets: Client<WidgetServiceDefinition>;
  /** Tickets as their contacts see them. */
  conversations: Client<ConversationsServiceDefinition>;
  /** Who signs for the channels of projects. */
  signers: Signers;
  /** Tells the realtime service, which nobody who is not there hears. */
  broadcast: Pick<Broadcast, 'publish'>;
  clock: () => Date;
}
