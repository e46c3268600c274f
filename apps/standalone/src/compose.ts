import { createContacts } from '@parley/app-contacts';
import { createGateway } from '@parley/app-gateway';
import { createTickets } from '@parley/app-tickets';
import { createWorkspace } from '@parley/app-workspace';
import { createSealer } from '@parley/auth';
import { createLocalCaller, type ServiceImplementation } from '@parley/rpc';
import {
  createObserver,
  type HealthChecks,
  type Peers,
  type Platform,
  serviceDatabaseUrl,
  type ServiceModule,
  type ServiceName,
} from '@parley/runtime';
import { createMetrics, type Logger, type Metrics } from '@parley/telemetry';
import { type StandaloneConfig } from './config';
import { type Engines } from './engines';
import { sealingSecrets } from './secrets';

/** The whole platform in one process. */
export interface Standalone {
  peers: Peers;
  /** Starts every service; they can be called through `peers` from then on. */
  startServices(): Promise<void>;
  /** Opens the public address and answers it. */
  open(): Promise<{ url: string }>;
  stop(): Promise<void>;
}

const serviceNames: readonly ServiceName[] = ['workspace', 'contacts', 'tickets'];

const prefixed = (name: string, checks: HealthChecks): HealthChecks =>
  Object.fromEntries(Object.entries(checks).map(([part, check]) => [`${name}.${part}`, check]));

/** Composes all services around callers that need no socket. */
export const compose = async (
  config: StandaloneConfig,
  engines: Engines,
  log: Logger,
): Promise<Standalone> => {
  const sealer = createSealer(sealingSecrets(config.secretKeys, config.home));
  const metricsOf = (service: string): Metrics => createMetrics({ service, processMetrics: false });
  const metrics = Object.fromEntries(serviceNames.map((name) => [name, metricsOf(name)])) as Record<
    ServiceName,
    Metrics
  >;

  // Services call each other, so the callers exist before the services do and find the handlers when they are used.
  const implementations = Object.fromEntries(
    serviceNames.map((name): [ServiceName, ServiceImplementation[]] => [name, []]),
  ) as Record<ServiceName, ServiceImplementation[]>;
  const peers = Object.fromEntries(
    serviceNames.map((name) => [
      name,
      createLocalCaller(implementations[name], createObserver(log.child({ service: name }), metrics[name])),
    ]),
  ) as Peers;

  const platformOf = (name: ServiceName): Platform => ({
    databaseUrl: serviceDatabaseUrl(engines.databaseUrl, name),
    databaseConnections: config.databaseConnections,
    log: log.child({ service: name }),
    metrics: metrics[name],
    peers,
    eventTransport: engines.events,
    mail: engines.mail,
    mailFrom: config.mailFrom,
    searchEngine: engines.search,
    sealer,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
  });

  const modules: Record<ServiceName, ServiceModule> = {
    workspace: await createWorkspace(config, platformOf('workspace')),
    contacts: await createContacts(config, platformOf('contacts')),
    tickets: await createTickets(config, platformOf('tickets')),
  };
  for (const name of serviceNames) implementations[name].push(...modules[name].implementations);

  const gateway = await createGateway(config, {
    callers: { ...peers },
    databaseUrl: serviceDatabaseUrl(engines.databaseUrl, 'gateway'),
    redisUrl: config.redisUrl,
    sealer,
    log: log.child({ service: 'gateway' }),
    metrics: createMetrics({ service: 'gateway' }),
    otherMetrics: Object.values(metrics),
    checks: Object.assign(
      {},
      ...serviceNames.map((name) => prefixed(name, modules[name].health)),
    ) as HealthChecks,
  });

  return {
    peers,
    startServices: async () => {
      await Promise.all(serviceNames.map((name) => modules[name].start()));
    },
    open: () => gateway.start(),
    stop: async () => {
      await gateway.stop();
      await Promise.all(serviceNames.map((name) => modules[name].stop()));
      await engines.mail.close();
    },
  };
};
