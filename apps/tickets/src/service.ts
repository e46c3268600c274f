import { type ConfigOf } from '@parley/config';
import { createEvents, topology } from '@parley/events';
import { createMailWorker } from '@parley/mail';
import { type Database, ensureDatabase, migrate, openDatabase, prismaAdapter } from '@parley/persistence';
import { createClient } from '@parley/rpc';
import { type Platform, type ServiceModule } from '@parley/runtime';
import { createIndexer, createMeilisearchIndex, createPostgresIndex, type SearchIndex } from '@parley/search';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { type ticketsTable } from './config';
import { type Deps } from './deps';
import { CONTACTS_DURABLE, onContact } from './events/on-contact';
import { onUserUpdated, USERS_DURABLE } from './events/on-user-updated';
import { PrismaClient } from './generated/prisma/client';
import { migrations } from './generated/migrations';
import { createJobs } from './jobs/jobs';
import { reportLags } from './jobs/report-lags';
import { createReferences } from './references/references';
import { messagesRpc } from './rpc/messages.rpc';
import { ticketDirectoryRpc } from './rpc/ticket-directory.rpc';
import { ticketsRpc } from './rpc/tickets.rpc';
import { createCreateQueue } from './tickets/create-queue';
import { allDocuments, loadDocuments } from './tickets/search-documents.store';
import { insertTickets } from './tickets/ticket.insert.store';
import { TICKET_INDEX, ticketIndex } from './tickets/ticket.search';

export { ticketsTable } from './config';

/** What a test may replace. */
export interface TicketsOptions {
  clock?: () => Date;
}

const openIndex = ({ searchEngine }: Platform, db: Database): SearchIndex => {
  if (searchEngine.kind === 'postgres') return createPostgresIndex({ db, definition: ticketIndex });
  const { url, apiKey } = searchEngine;
  return createMeilisearchIndex({ url, definition: ticketIndex, ...(apiKey !== undefined && { apiKey }) });
};

/** Composes the tickets service. */
export const createTickets = (
  _config: ConfigOf<typeof ticketsTable>,
  platform: Platform,
  { clock = () => new Date() }: TicketsOptions = {},
): ServiceModule => {
  const { log, databaseUrl: url, peers } = platform;
  const db = openDatabase({
    url,
    applicationName: 'parley tickets',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const prisma = new PrismaClient({ adapter: prismaAdapter(db) });
  const contacts = createClient(ContactDirectoryServiceDefinition, peers.contacts);
  const directory = createClient(DirectoryServiceDefinition, peers.workspace);
  const search = openIndex(platform, db);
  const events = createEvents({ service: 'tickets', db, transport: platform.eventTransport, topology, log });
  const mail = createMailWorker({ db, transport: platform.mail, log });
  const indexer = createIndexer({
    db,
    index: search,
    indexName: TICKET_INDEX,
    load: (projectId, ids) => loadDocuments(db, projectId, ids),
    source: () => allDocuments(db),
    onError: (error) => log.error({ err: error }, 'Tickets could not be indexed'),
  });
  const deps: Deps = {
    db,
    log,
    clock,
    contacts,
    directory,
    references: createReferences({ db, prisma, contacts, directory }),
    creates: createCreateQueue((projectId, tickets) => insertTickets(db, projectId, tickets)),
    search,
    mailFrom: platform.mailFrom,
    wakeEvents: () => events.wake(),
    wakeMail: () => mail.wake(),
  };
  const jobs = createJobs(deps);
  reportLags(platform.metrics, { events, indexer, mail });
  events.subscribe(CONTACTS_DURABLE, onContact(deps));
  events.subscribe(USERS_DURABLE, onUserUpdated);

  return {
    implementations: [ticketsRpc(deps), messagesRpc(deps), ticketDirectoryRpc(deps)],
    health: {
      database: async () => void (await db.query('SELECT 1')),
      events: () => events.health(),
      search: () => search.health(),
      mail: () => platform.mail.health(),
    },
    start: async () => {
      await ensureDatabase(url);
      await migrate(url, migrations, log);
      await events.start();
      mail.start();
      indexer.start();
      for (const job of jobs) job.start();
    },
    stop: async () => {
      await Promise.all([events.stop(), mail.stop(), indexer.stop(), ...jobs.map((job) => job.stop())]);
      await prisma.$disconnect();
      await db.close();
    },
  };
};
