import { createEvents, topology } from '@parley/events';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createClient } from '@parley/rpc';
import { type Platform, type ServiceModule } from '@parley/runtime';
import { type ContactsConfig } from './config';
import { openPrisma } from './db';
import { type Deps } from './deps';
import { migrations } from './generated/migrations';
import { createPurgeJob } from './jobs/purge-job';
import { createSessionSecrets } from './project/session-secrets';
import { contactDirectoryRpc } from './rpc/contact-directory.rpc';
import { contactsRpc } from './rpc/contacts.rpc';

export { type ContactsConfig, contactsTable } from './config';

/** What a test may replace. */
export interface ContactsOptions {
  clock?: () => Date;
}

/** Composes the contacts service. */
export const createContacts = (
  _config: ContactsConfig,
  platform: Platform,
  { clock = () => new Date() }: ContactsOptions = {},
): ServiceModule => {
  const { databaseUrl, log, peers } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley contacts',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const prisma = openPrisma(db);
  const events = createEvents({
    service: 'contacts',
    db,
    transport: platform.eventTransport,
    topology,
    log,
  });
  const deps: Deps = {
    db,
    prisma,
    log,
    clock,
    tickets: createClient(TicketDirectoryServiceDefinition, peers.tickets),
    secrets: createSessionSecrets(createClient(DirectoryServiceDefinition, peers.workspace)),
    wakeEvents: () => events.wake(),
  };
  const purgeJob = createPurgeJob(deps);

  return {
    implementations: [contactsRpc(deps), contactDirectoryRpc(deps)],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await events.start();
      purgeJob.start();
    },
    health: {
      database: async () => void (await db.query('SELECT 1')),
      events: () => events.health(),
    },
    stop: async () => {
      await Promise.all([purgeJob.stop(), events.stop()]);
      await prisma.$disconnect();
      await db.close();
    },
  };
};
