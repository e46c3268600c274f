import type { Caller, ServiceImplementation } from '@parley/rpc';

/** Names of the services, as peers, streams and databases carry them. */
export const serviceNames = [
  'workspace',
  'contacts',
  'tickets',
  'helpcenter',
  'pipelines',
  'knowledge',
  's2s',
  'realtime',
  'engagement',
  'statistics',
  'mail',
] as const;

/** Name of a service. */
export type ServiceName = (typeof serviceNames)[number];

/** How a service reaches the others. */
export type Peers = Record<ServiceName, Caller>;

/** A part of a service that readiness names, and what to ask it. */
export type HealthChecks = Readonly<Record<string, () => Promise<unknown>>>;

/** Parts that a process serves without: what needs one of them says so when it is used. */
const spared = new Set(['redis', 'mail', 'ai', 'smtp']);

/** Whether a process is not ready while this part is away; the name may stand behind that of its service (`tickets.mail`). */
export const isDemanded = (part: string): boolean => !spared.has(part.slice(part.lastIndexOf('.') + 1));

/** An operator's command: answers its result, and reports its progress. */
export type Command = (say: (line: string) => void, args: readonly string[]) => Promise<string>;

/** A composed service: not yet started, indifferent to whether it runs alone or beside others. */
export interface ServiceModule {
  /** The services it offers over gRPC or in process. */
  implementations: readonly ServiceImplementation[];
  /**
   * Migrates its database and starts its consumers and workers. Runs again when it failed because an engine is away, so what
   * may fail on one (database, events) comes before the first worker.
   */
  start(): Promise<void>;
  /** What readiness asks. */
  health: HealthChecks;
  /** Run as `main.js <command> <arguments>`, on a migrated database but for `migrate` itself. */
  commands: { migrate: Command; [name: string]: Command };
  /** Sends its own clients away within so many milliseconds, before it stops; a service without such clients has none. */
  drain?(limitMs: number): Promise<void>;
  /** Stops consumers and workers, finishes running work, closes connections. */
  stop(): Promise<void>;
}
