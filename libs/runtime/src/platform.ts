import type { Ai } from '@parley/ai';
import type { Sealer } from '@parley/auth';
import type { Transport as EventTransport } from '@parley/events';
import type { FileStore } from '@parley/files';
import type { MailTransport } from '@parley/mail';
import type { Outbound } from '@parley/outbound';
import type { Logger, Metrics } from '@parley/telemetry';
import type { Peers } from './module';

/** Which search engine a service's indexes live in. */
export type SearchEngine = { kind: 'postgres' } | { kind: 'meilisearch'; url: string; apiKey?: string };

/** The environment of a service, in both ways of running. */
export interface Platform {
  /** The service's own database, with its name. */
  databaseUrl: string;
  /** Most connections the service may open. */
  databaseConnections?: number;
  /** Milliseconds between two polls of the queues, in use or idle; by default each queue has its own pace. */
  pollEvery?: number;
  log: Logger;
  metrics: Metrics;
  /** The other services. */
  peers: Peers;
  eventTransport: EventTransport;
  mail: MailTransport;
  /** Uploaded files and others that outlive a request. */
  files: FileStore;
  /** HTTP to addresses that users name, guarded. */
  outbound: Outbound;
  /** Sender of every mail, e.g. `support@example.com`; its domain makes the Message-IDs. */
  mailFrom: string;
  searchEngine: SearchEngine;
  /** Vectors and texts of a model. */
  ai: Ai;
  /** Encrypts secrets at rest. */
  sealer: Sealer;
  /** Address of the gateway as clients see it, without a trailing slash. */
  publicUrl: string;
}
