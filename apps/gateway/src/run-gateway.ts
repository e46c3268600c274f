import { createSealer } from '@parley/auth';
import { ConfigError, type Environment, loadConfig } from '@parley/config';
import { createOutbound } from '@parley/outbound';
import {
  fileStoreOf,
  networkPeers,
  platformTable,
  reachEngines,
  serviceDatabaseUrl,
  StartError,
  stopOnSignal,
} from '@parley/runtime';
import { createLogger, createMetrics, startTracing } from '@parley/telemetry';
import { gatewayTable } from './config';
import { createGateway } from './service';

/** The exit code for settings that no retry mends (EX_CONFIG). */
const EX_CONFIG = 78;

const serve = async (environment: Environment): Promise<void> => {
  const platform = loadConfig(platformTable, environment);
  const config = loadConfig(gatewayTable, environment);
  const { databaseUrl, secretKeys, redisUrl } = platform;
  if (databaseUrl === undefined)
    throw new StartError('DATABASE_URL is not set: the PostgreSQL server of the gateway’s database');
  if (secretKeys === undefined)
    throw new StartError('SECRET_KEY is not set: at least 32 random characters that encrypt secrets at rest');
  const log = createLogger({ service: 'gateway', level: platform.logLevel });
  await reachEngines(platform);
  const stopTracing = await startTracing({ service: 'gateway', endpoint: platform.tracesEndpoint });
  const callers = networkPeers(platform);
  const files = fileStoreOf(platform);
  const outbound = createOutbound({ allowedNetworks: platform.outboundAllowedNetworks });
  const gateway = await createGateway(config, {
    callers: { ...callers },
    databaseUrl: serviceDatabaseUrl(databaseUrl, 'gateway'),
    databaseConnections: platform.databaseConnections,
    redisUrl,
    sealer: createSealer(secretKeys),
    files,
    outbound,
    publicUrl: platform.publicUrl,
    log,
    metrics: createMetrics({ service: 'gateway' }),
  });
  const { url } = await gateway.start();
  log.info({ url }, 'gateway serves');
  stopOnSignal(log, async () => {
    await gateway.stop();
    await outbound.close();
    await files.close();
    await Promise.all(Object.values(callers).map((caller) => caller.close()));
    await stopTracing();
  });
};

/** Runs the gateway as a process of its own until a signal; says what is wrong and exits when it cannot start. */
export const runGateway = async (environment: Environment): Promise<void> => {
  try {
    await serve(environment);
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof StartError;
    const text =
      error instanceof Error ? ((expected ? error.message : error.stack) ?? error.message) : String(error);
    process.stderr.write(`gateway cannot start: ${text}\n`);
    process.exit(expected ? EX_CONFIG : 1);
  }
};
