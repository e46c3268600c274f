import type { Ai } from '@parley/ai';
import { createEmbeddedBroker, type Transport } from '@parley/events';
import type { MailTransport } from '@parley/mail';
import { connectionLimit, runningEmbeddedPostgres, startEmbeddedPostgres } from '@parley/persistence';
import {
  createAi,
  createStart,
  demandEngines,
  engineLines,
  createMailTransport,
  reachEngines,
  type SearchEngine,
  chooseSearchEngine,
  serviceNames,
  type Start,
} from '@parley/runtime';
import type { Logger } from '@parley/telemetry';
import type { StandaloneConfig } from './config';

/** The engines of a start, each real or embedded. */
export interface Engines {
  /** URL of the PostgreSQL server; each service has a database of its own there. */
  databaseUrl: string;
  /** Most connections of the pool of each service. */
  databaseConnections: number;
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

/** Connections beside the pools: locks, concurrent commands, PostgreSQL's own. */
const SPARE_CONNECTIONS = 20;

/** The pools of one process: those of the services, and the gateway's. */
const POOLS = serviceNames.length + 1;
/** Least connections of a pool: one of them holds the locks. */
const MIN_POOL = 2;

/** Connections that the pools of all services and of the gateway may open together, and some more. */
export const countConnections = ({
  databaseConnections,
}: Pick<StandaloneConfig, 'databaseConnections'>): number => POOLS * databaseConnections + SPARE_CONNECTIONS;

/** Connections of each pool on a server with so many for all: it refuses more. */
export const poolSize = (wanted: number, limit: number): number =>
  Math.max(MIN_POOL, Math.min(wanted, Math.floor((limit - SPARE_CONNECTIONS) / POOLS)));

/** Connections of each pool, fewer than the settings say on a server that does not take them all. */
const affordable = async (
  url: string,
  { databaseConnections: wanted }: StandaloneConfig,
  log: Logger,
): Promise<number> => {
  // For an account without the permission to ask, the setting counts.
  const limit = await connectionLimit(url).catch(() => Infinity);
  const size = poolSize(wanted, limit);
  if (size < wanted)
    log.warn(
      { maxConnections: limit, wanted, size },
      'PostgreSQL takes too few connections: pools are smaller',
    );
  return size;
};

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
    : await startEmbeddedPostgres({ home: config.home, log, maxConnections: countConnections(config) });
  const databaseUrl = reached ?? embedded?.url ?? '';
  return {
    databaseUrl,
    databaseConnections: embedded ? config.databaseConnections : await affordable(databaseUrl, config, log),
    events: config.natsUrl ? { natsUrl: config.natsUrl } : createEmbeddedBroker(),
    search: chooseSearchEngine(config),
    ai: createAi(config),
    mail: createMailTransport(config),
    start,
    lines: engineLines(config),
    stop: async () => {
      await embedded?.stop();
    },
  };
};
