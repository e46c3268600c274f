import { type Database } from '@parley/persistence';
import { type Client } from '@parley/rpc';
import { type SearchIndex } from '@parley/search';
import { type Logger } from '@parley/telemetry';
import { type ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { type DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type References } from './references/references';
import { type CreateQueue } from './tickets/create-queue';

/** What the use cases work with. */
export interface Deps {
  db: Database;
  log: Logger;
  clock: () => Date;
  contacts: Client<ContactDirectoryServiceDefinition>;
  directory: Client<DirectoryServiceDefinition>;
  references: References;
  creates: CreateQueue;
  search: SearchIndex;
  /** Sender of mails; its domain makes the Message-IDs. */
  mailFrom: string;
  /** Tells the relay that events wait. */
  wakeEvents(): void;
  /** Tells the mail worker that mails wait. */
  wakeMail(): void;
}
