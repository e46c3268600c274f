import type { Sealer } from '@parley/auth';
import type { Cache } from '@parley/cache';
import type { Effects } from '@parley/effects';
import type { Jobs } from '@parley/jobs';
import type { Outbound } from '@parley/outbound';
import type { Database } from '@parley/persistence';
import type { CompanyStampServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import type { ContactMergeServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/contact_merge_service';
import type { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import type { IntegrationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/integrations_service';
import type { Client } from '@parley/rpc';
import type { Logger } from '@parley/telemetry';
import type PQueue from 'p-queue';
import type { ContactsConfig } from './config';
import type { PrismaClient } from './db';
import type { SessionSecrets } from './project';
import type { WarmUp } from './warmup';

/** Dependencies of the use cases of this service. */
export interface Deps {
  db: Database;
  prisma: PrismaClient;
  log: Logger;
  clock: () => Date;
  tickets: Client<TicketDirectoryServiceDefinition>;
  companyStamps: Client<CompanyStampServiceDefinition>;
  merges: Client<ContactMergeServiceDefinition>;
  secrets: SessionSecrets;
  warmUp: WarmUp;
  config: ContactsConfig;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  jobs: Pick<Jobs, 'attempted'>;
  sealer: Sealer;
  outbound: Outbound;
  integrations: Client<IntegrationsServiceDefinition>;
  /** Answers of billing and commerce providers. */
  lookUps: Cache;
  /** Milliseconds that such a provider may take. */
  lookUpTimeoutMs: number;
  /** Where transactions of imports take their turn. */
  importTurns: PQueue;
  /** Wakes the relay of events. */
  wakeEvents(): void;
}
