import { type Ai } from '@parley/ai';
import { createEmbeddedBroker, type Transport } from '@parley/events';
import { type MailTransport } from '@parley/mail';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '@parley/persistence';
import {
  aiOf,
  createStart,
  demandEngines,
  engineLines,
  mailTransportOf,
  reachEngines,
  type SearchEngine,
  searchEngineOf,
  serviceNames,
  type Start,
} from '@parley/runtime';
import { type Logger } from '@parley/telemetry';
import { type StandaloneConfig } from './config';

/** The engines of a start, each real or embedded. */
export interface Engines {
  /** URL of the PostgreSQL server; each service has a database of its own there. */
  databaseUrl: string;
  events: Transport;
  search: SearchEngine;
  ai: Ai;
  mail: MailTransport;
  /** How the services start on them. */
  start: Start;
  /** One line per engine, for the person who starts it. */
  lines: string[];
  stop(): Promise<void>;
}

/** How a process uses the embedded database: as its own, or the one that a running platform has, if there is one. */
export type DatabaseUse = 'own' | 'shared';

/** Connections beside the pools: locks, commands that run meanwhile, PostgreSQL's own. */
const SPARE_CONNECTIONS = 20;

/** Connections that the pools of all services and of the gateway may open together, and some more. */
export const connectionsOf = ({
  databaseConnections,
}: Pick<StandaloneConfig, 'databaseConnections'>): number =>
  (serviceNames.length + 1) * databaseConnections + SPARE_CONNECTIONS;

/** Starts or reaches each engine: a URL in the settings wins, else the embedded one is used. */
export const startEngines = async (
  config: StandaloneConfig,
  log: Logger,
  use: DatabaseUse = 'own',
): Promise<Engines> => {
  if (use === 'shared') await demandEngines(config);
  const start =
    use === 'own'
      ? await reachEngines(config, log)
      : createStart({ log, waits: false, succeeded: () => undefined });
  const reached =
    config.databaseUrl ?? (use === 'shared' ? await runningEmbeddedPostgres(config.home) : undefined);
  const embedded = reached
    ? undefined
    : await startEmbeddedPostgres({ home: config.home, log, maxConnections: connectionsOf(config) });
  const databaseUrl = reached ?? embedded?.url ?? '';
  return {
    databaseUrl,
    events: config.natsUrl ? { natsUrl: config.natsUrl } : createEmbeddedBroker(),
    search: searchEngineOf(config),
    ai: aiOf(config),
    mail: mailTransportOf(config),
    start,
    lines: engineLines(config),
    stop: async () => {
      await embedded?.stop();
    },
  };
};
