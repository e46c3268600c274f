import { type Caller, type ServiceImplementation } from '@parley/rpc';

/** Names of the services, as peers, streams and databases carry them. */
export type ServiceName = 'workspace' | 'contacts' | 'tickets';

/** How a service reaches the others. */
export type Peers = Record<ServiceName, Caller>;

/** A part of a service that readiness names, and what to ask it. */
export type HealthChecks = Record<string, () => Promise<void>>;

/** A composed service: not yet started, indifferent to whether it runs alone or beside others. */
export interface ServiceModule {
  /** What it serves over gRPC or in process. */
  implementations: readonly ServiceImplementation[];
  /** Migrates its database and starts its consumers and workers. */
  start(): Promise<void>;
  /** What readiness asks. */
  health: HealthChecks;
  /** Operator's commands, run as `main.js <command>` on a migrated database; each answers what it did. */
  commands?: Record<string, () => Promise<string>>;
  /** Stops consumers and workers, finishes what is in flight, closes connections. */
  stop(): Promise<void>;
}
