import type { Logger } from '@parley/telemetry';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './connect';
import type { DatabaseSetting } from './database-url';
import type { PlatformConfig } from './platform-config';
import { hasReached, markReached } from './reached';
import { createStart, type Start } from './start';

const CONNECT_LIMIT_MS = 5_000;
/** Pause between two checks of an engine that a start waits for, in milliseconds. */
const LOOK_MS = 500;
/** Pause between two log lines about it, in milliseconds. */
const SAY_MS = 10_000;

const defaultPorts: Record<string, number> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'nats:': 4222,
  'tls:': 4222,
  'http:': 80,
  'https:': 443,
};

/** An engine that the first start of an installation demands. */
interface Engine {
  name: string;
  /** The setting that names it. */
  variable: string;
  host: string;
  port: number;
  /** Whether a process cannot begin to serve without it; the others are missed by what needs them. */
  needed: boolean;
}

const opens = ({ host, port }: Engine): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_LIMIT_MS });
    const finish = (problem?: string): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => finish());
    socket.once('timeout', () => finish(`no answer within ${CONNECT_LIMIT_MS / 1_000} s`));
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
  });

/** Redis, SMTP and models are not among them: what needs one of these says so when it is used. */
const listEngines = (config: PlatformConfig, database: DatabaseSetting | undefined): Engine[] => {
  const entries: [name: string, variable: string, url: string | undefined, needed: boolean][] = [
    ['PostgreSQL', database?.variable ?? 'DATABASE_URL', database?.url ?? config.databaseUrl, true],
    ['NATS', 'NATS_URL', config.natsUrl, true],
    ['Meilisearch', 'MEILI_URL', config.meiliUrl, false],
    ['The S3 server', 'S3_ENDPOINT', config.s3Endpoint, false],
  ];
  return entries.flatMap(([name, variable, text, needed]) => {
    if (text === undefined) return [];
    // Of a NATS cluster the first server stands for all.
    const { hostname, port, protocol } = new URL(text.split(',')[0] ?? '');
    return [
      {
        name,
        variable,
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? (defaultPorts[protocol] ?? 0) : Number(port),
        needed,
      },
    ];
  });
};

const formatAddress = ({ host, port }: Engine): string => `${host}:${port}`;

const waitFor = async (engine: Engine, first: string, log: Pick<Logger, 'warn' | 'info'>): Promise<void> => {
  const { name, variable } = engine;
  const place = formatAddress(engine);
  let said = -Infinity;
  for (let problem: string | undefined = first; problem !== undefined; problem = await opens(engine)) {
    if (performance.now() - said >= SAY_MS) {
      log.warn({ problem }, `Waiting for ${name} (${variable}) at ${place}`);
      said = performance.now();
    }
    await sleep(LOOK_MS);
  }
  log.info(`${name} (${variable}) answers at ${place}`);
};

interface Missed {
  engine: Engine;
  problem: string;
}

const findMissed = async (engines: readonly Engine[]): Promise<Missed[]> => {
  const found = await Promise.all(engines.map(async (engine) => ({ engine, problem: await opens(engine) })));
  return found.flatMap(({ engine, problem }) => (problem === undefined ? [] : [{ engine, problem }]));
};

const refuse = (missed: readonly Missed[]): void => {
  if (missed.length === 0) return;
  const list = missed.map(
    ({ engine, problem }) =>
      `${engine.name} (${engine.variable}) cannot be reached at ${formatAddress(engine)}: ${problem}`,
  );
  throw new StartError(
    `${list.join('; ')}. Start it, correct the variable, or unset it to use the embedded engine.`,
  );
};

/**
 * Checks the engines without which no command of an operator runs.
 *
 * @throws StartError that lists the unreachable ones
 */
export const demandEngines = async (config: PlatformConfig, database?: DatabaseSetting): Promise<void> =>
  refuse(await findMissed(listEngines(config, database).filter(({ needed }) => needed)));

/**
 * Checks the engines of the settings, before anything is started. At the first start of an installation all must
 * answer: otherwise a setting is wrong, or something is not running. For an engine that was reached at this address before,
 * a start waits if nothing can be served without it, and continues otherwise.
 *
 * @throws StartError that lists the unreachable ones of a first start
 */
export const reachEngines = async (
  config: PlatformConfig,
  log: Pick<Logger, 'warn' | 'info'>,
  database?: DatabaseSetting,
): Promise<Start> => {
  const engines = listEngines(config, database);
  const needed = engines.filter((engine) => engine.needed);
  const isKnown = (engine: Engine): boolean =>
    config.waitForEngines || hasReached(config.home, engine.variable, formatAddress(engine));
  const missed = await findMissed(engines);
  refuse(missed.filter(({ engine }) => !isKnown(engine)));
  await Promise.all(
    missed.map(async ({ engine, problem }) => {
      if (engine.needed) return waitFor(engine, problem, log);
      log.warn({ problem }, `${engine.name} (${engine.variable}) is away; starting without it`);
    }),
  );
  const reached = engines.filter(
    (engine) => engine.needed || !missed.some((entry) => entry.engine === engine),
  );
  return createStart({
    log,
    waits: needed.length > 0 && needed.every(isKnown),
    succeeded: () => {
      // Containers keep no home: a setting makes them wait.
      if (config.waitForEngines) return;
      for (const engine of reached) markReached(config.home, engine.variable, formatAddress(engine));
    },
  });
};
