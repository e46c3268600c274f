import { createSealer } from '@parley/auth';
import { type ConfigOf, type ConfigTable, loadConfig, readEnvironment } from '@parley/config';
import { createOutbound } from '@parley/outbound';
import { startRpcServer } from '@parley/rpc';
import { createLogger, createMetrics, type Logger, startTracing } from '@parley/telemetry';
import {
  createAi,
  createFileStore,
  createMailTransport,
  networkPeers,
  chooseSearchEngine,
  StartError,
} from './connect';
import { findDatabase, type DatabaseSetting } from './database-url';
import type { ServiceModule, ServiceName } from './module';
import { createObserver } from './observer';
import { type ProcessState, startOpsServer } from './ops-server';
import { partsRpc } from './parts.rpc';
import type { Platform } from './platform';
import { type PlatformConfig, platformTable } from './platform-config';
import { demandEngines, reachEngines } from './reach-engines';
import { reportParts } from './report-parts';
import { runCommand, runProcess } from './run-process';
import { type Ending, exitOnSignal, stopOnSignal } from './signals';

/** Composes a service from its settings and its environment. */
export type CreateService<Table extends ConfigTable> = (
  config: ConfigOf<Table>,
  platform: Platform,
) => ServiceModule | Promise<ServiceModule>;

/** How long calls in flight may take when the process stops, in milliseconds. */
const DRAIN_MS = 5_000;

/** How long a service takes at least to send its own clients away, in milliseconds. */
const CLIENTS_MS = 4_000;

const requiredText = (value: string | undefined, name: string, what: string): string => {
  if (!value) throw new StartError(`${name} is not set: ${what}`);
  return value;
};

/** The platform of a process that runs one service on real engines. */
export const networkPlatform = (
  service: ServiceName,
  config: PlatformConfig,
  environment: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Platform => {
  const { url: databaseUrl } = findDatabase(service, config, environment);
  const natsUrl = requiredText(
    config.natsUrl,
    'NATS_URL',
    'the NATS server with JetStream that carries events',
  );
  if (!config.secretKeys) {
    throw new StartError('SECRET_KEY is not set: at least 32 random characters that encrypt secrets at rest');
  }
  const metrics = createMetrics({ service });
  return {
    databaseUrl,
    databaseConnections: config.databaseConnections,
    log,
    metrics,
    peers: networkPeers(config, metrics),
    eventTransport: { natsUrl },
    mail: createMailTransport(config),
    files: createFileStore(config),
    outbound: createOutbound({ allowedNetworks: config.outboundAllowedNetworks }),
    mailFrom: config.mailFrom,
    searchEngine: chooseSearchEngine(config),
    ai: createAi(config),
    sealer: createSealer(config.secretKeys),
    publicUrl: config.publicUrl ?? 'http://127.0.0.1:3000',
  };
};

interface Composed {
  config: PlatformConfig;
  module: ServiceModule;
  platform: Platform;
  database: DatabaseSetting;
}

/** Health and metrics answer from the first moment, calls are accepted once the service is ready. */
const serve = async (
  service: ServiceName,
  { config, module, platform, database }: Composed,
): Promise<Ending> => {
  const { log, metrics } = platform;
  let state: ProcessState = 'starting';
  reportParts(metrics, module.health);
  const ops = await startOpsServer(config.opsAddress, { checks: module.health, metrics, state: () => state });
  const start = await reachEngines(config, log, database);
  await start.persist(() => module.start());
  const server = await startRpcServer({
    services: [...module.implementations, partsRpc(module.health)],
    address: config.grpcAddress,
    ...(config.serviceKey !== undefined && { serviceKey: config.serviceKey }),
    observer: createObserver(log, metrics),
  });
  state = 'serving';
  start.succeeded();
  log.info({ grpc: config.grpcAddress, ops: config.opsAddress }, `${service} serves`);
  return {
    announce: () => {
      state = 'stopping';
      server.setServing(false);
      void module.drain?.(Math.max(config.shutdownDelaySeconds * 1_000, CLIENTS_MS));
    },
    delayMs: config.shutdownDelaySeconds * 1_000,
    stop: async () => {
      await server.close(DRAIN_MS);
      await module.stop();
      await Promise.all(Object.values(platform.peers).map((peer) => peer.close()));
      await platform.mail.close();
      await platform.outbound.close();
      await platform.files.close();
      ops.close();
    },
  };
};

/**
 * Runs one service until a signal: settings, engines, migrations, workers, gRPC, health. With an argument it runs that
 * command instead and exits.
 */
export const runService = <Table extends ConfigTable>(
  service: ServiceName,
  table: Table,
  create: CreateService<Table>,
): Promise<void> => {
  const environment = readEnvironment();
  const compose = async (config: PlatformConfig, log: Logger): Promise<[ServiceModule, Platform]> => {
    const platform = networkPlatform(service, config, environment, log);
    return [await create(loadConfig(table, environment), platform), platform];
  };
  const prepare = (): { config: PlatformConfig; log: Logger } => {
    const config = loadConfig(platformTable, environment);
    return { config, log: createLogger({ service, level: config.logLevel }) };
  };
  return runProcess(service, process.argv.slice(2), {
    serve: async () => {
      const { config, log } = prepare();
      const beginToServe = exitOnSignal();
      const stopTracing = await startTracing({ service, endpoint: config.tracesEndpoint });
      const [module, platform] = await compose(config, log);
      const database = findDatabase(service, config, environment);
      const { stop, ...ending } = await serve(service, { config, module, platform, database });
      beginToServe();
      stopOnSignal(log, { ...ending, stop: () => stop().then(stopTracing) });
    },
    perform: async (command, args) => {
      const { config, log } = prepare();
      // A migration needs its database only, and runs before the other engines of a new release are there.
      if (command !== 'migrate') await demandEngines(config, findDatabase(service, config, environment));
      const [module] = await compose(config, log);
      await runCommand(module.commands, command, args);
    },
  });
};
