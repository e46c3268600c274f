import { createSealer } from '@parley/auth';
import { type Environment, loadConfig } from '@parley/config';
import { PartsServiceDefinition } from '@parley/proto/generated/parley/common/v1/parts_service';
import { type Caller, createClient, systemContext } from '@parley/rpc';
import { createOutbound } from '@parley/outbound';
import {
  findDatabase,
  engineLines,
  exitOnSignal,
  createFileStore,
  networkPeers,
  platformTable,
  reachEngines,
  runCommand,
  runProcess,
  StartError,
  stopOnSignal,
} from '@parley/runtime';
import { createLogger, createMetrics, startTracing } from '@parley/telemetry';
import { resolve } from 'node:path';
import { gatewayTable } from './config';
import type { AskParts } from './edge';
import { createGateway, gatewayCommands } from './service';

const serve = async (environment: Environment): Promise<void> => {
  const platform = loadConfig(platformTable, environment);
  const config = loadConfig(gatewayTable, environment);
  const { secretKeys, redisUrl } = platform;
  const database = findDatabase('gateway', platform, environment);
  if (secretKeys === undefined)
    throw new StartError('SECRET_KEY is not set: at least 32 random characters that encrypt secrets at rest');
  const log = createLogger({ service: 'gateway', level: platform.logLevel });
  const beginToServe = exitOnSignal();
  const stopTracing = await startTracing({ service: 'gateway', endpoint: platform.tracesEndpoint });
  const metrics = createMetrics({ service: 'gateway' });
  const callers = networkPeers(platform, metrics);
  const files = createFileStore(platform);
  const outbound = createOutbound({ allowedNetworks: platform.outboundAllowedNetworks });
  const gateway = createGateway(config, {
    callers: { ...callers },
    parts: Object.fromEntries(Object.entries(callers).map(([name, caller]) => [name, askParts(caller)])),
    databaseUrl: database.url,
    databaseConnections: platform.databaseConnections,
    redisUrl,
    sealer: createSealer(secretKeys),
    files,
    outbound,
    publicUrl: platform.publicUrl,
    shutdownDelaySeconds: platform.shutdownDelaySeconds,
    log,
    metrics,
  });
  const { url } = await gateway.start(() => reachEngines(platform, log, database));
  const engines = engineLines({ ...platform, home: resolve(platform.home), databaseUrl: database.url });
  log.info({ url, engines }, 'gateway serves');
  beginToServe();
  stopOnSignal(log, {
    announce: () => gateway.drain(),
    delayMs: platform.shutdownDelaySeconds * 1_000,
    stop: async () => {
      await gateway.stop();
      await outbound.close();
      await files.close();
      await Promise.all(Object.values(callers).map((caller) => caller.close()));
      await stopTracing();
    },
  });
};

/** Asks a service of another process for its parts. */
const askParts = (caller: Caller): AskParts => {
  const client = createClient(PartsServiceDefinition, caller);
  return async () => (await client.checkParts({}, systemContext('gateway'))).parts;
};

/** Runs the gateway as a process of its own until a signal, or a command to its end. */
export const runGateway = (environment: Environment, args: readonly string[]): Promise<void> =>
  runProcess('gateway', args, {
    serve: () => serve(environment),
    perform: (command, rest) => {
      const platform = loadConfig(platformTable, environment);
      const log = createLogger({ service: 'gateway', level: platform.logLevel });
      const commands = gatewayCommands(findDatabase('gateway', platform, environment).url, log);
      return runCommand(commands, command, rest);
    },
  });
