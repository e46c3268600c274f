import { type Database } from '@parley/persistence';
import { type TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { type Client } from '@parley/rpc';
import { type Logger } from '@parley/telemetry';
import { type PrismaClient } from './db';
import { type SessionSecrets } from './project/session-secrets';

/** What the use cases of this service work with. */
export interface Deps {
  db: Database;
  prisma: PrismaClient;
  log: Logger;
  clock: () => Date;
  tickets: Client<TicketDirectoryServiceDefinition>;
  secrets: SessionSecrets;
  /** Tells the relay that events wait. */
  wakeEvents(): void;
}
