import { createContacts } from '@parley/app-contacts';
import { createEngagement } from '@parley/app-engagement';
import { createGateway, gatewayCommands } from '@parley/app-gateway';
import { createHelpcenter } from '@parley/app-helpcenter';
import { createKnowledge } from '@parley/app-knowledge';
import { createMail } from '@parley/app-mail';
import { createPipelines } from '@parley/app-pipelines';
import { createRealtime } from '@parley/app-realtime';
import { createS2s } from '@parley/app-s2s';
import { createStatistics } from '@parley/app-statistics';
import { createTickets } from '@parley/app-tickets';
import { createWorkspace } from '@parley/app-workspace';
import { createSealer } from '@parley/auth';
import { demandFreeSpace } from '@parley/files';
import { createOutbound } from '@parley/outbound';
import { createLocalCaller, type ServiceImplementation } from '@parley/rpc';
import {
  type Command,
  createObserver,
  createFileStore,
  type HealthChecks,
  localUrl,
  type Peers,
  type Platform,
  serviceDatabaseUrl,
  type ServiceModule,
  type ServiceName,
  serviceNames,
} from '@parley/runtime';
import { createMetrics, type Logger, type Metrics } from '@parley/telemetry';
import type { StandaloneConfig } from './config';
import { createDemoPage } from './demo-page';
import type { Engines } from './engines';
import { sealingSecrets } from './secrets';

/** The whole platform in one process. */
export interface Standalone {
  peers: Peers;
  /** Starts every service; they can be called through `peers` from then on. */
  startServices(): Promise<void>;
  /** Opens the public address and answers it. */
  open(): Promise<{ url: string }>;
  /** Says that it will stop; goes on answering. */
  drain(): void;
  /** The services' commands, which run without anything being started. */
  commands: Commands;
  stop(): Promise<void>;
}

/** Milliseconds in which WebSockets are sent away. */
const DRAIN_MS = 4_000;

const prefixed = (name: string, checks: HealthChecks): HealthChecks =>
  Object.fromEntries(Object.entries(checks).map(([part, check]) => [`${name}.${part}`, check]));

type Commands = Record<string, Command>;

/** The commands of all services; one that several have runs in each of them. */
const combineCommands = (services: readonly { commands: Commands }[]): Commands => {
  const names = new Set(services.flatMap(({ commands }) => Object.keys(commands)));
  const runEach =
    (name: string): Command =>
    async (say, args) => {
      const done: string[] = [];
      for (const { commands } of services) {
        const run = commands[name];
        if (run) done.push(await run(say, args));
      }
      return done.join('\n');
    };
  return Object.fromEntries([...names].map((name) => [name, runEach(name)]));
};

/** Dependencies that a test may replace. */
export interface ComposeOptions {
  /** How the gateway reaches the services. */
  gatewayPeers?: (peers: Peers) => Peers;
}

/** Composes all services around callers that need no socket. */
export const compose = async (
  config: StandaloneConfig,
  engines: Engines,
  log: Logger,
  { gatewayPeers = (peers) => peers }: ComposeOptions = {},
): Promise<Standalone> => {
  const sealer = createSealer(sealingSecrets(config.secretKeys, config.home));
  const metrics = createAllMetrics();

  // Services call each other, so the callers exist before the services do and find the handlers when they are used.
  const implementations = Object.fromEntries(
    serviceNames.map((name): [ServiceName, ServiceImplementation[]] => [name, []]),
  ) as Record<ServiceName, ServiceImplementation[]>;
  // A service that started sooner than another must not call it before its database has its tables.
  const starting: Partial<Record<ServiceName, Promise<unknown>>> = {};
  const peers = connectLocally(implementations, metrics, log, starting);

  const files = createFileStore(config);
  const outbound = createOutbound({ allowedNetworks: config.outboundAllowedNetworks });

  const parts = { metrics, peers, files, outbound, sealer, log };
  const createPlatform = (name: ServiceName): Platform => composePlatform(name, config, engines, parts);

  const realtime = createRealtime(config, createPlatform('realtime'));
  const mail = createMail(config, createPlatform('mail'));
  const modules: Record<ServiceName, ServiceModule> = {
    workspace: await createWorkspace(config, createPlatform('workspace')),
    contacts: await createContacts(config, createPlatform('contacts')),
    tickets: await createTickets(config, createPlatform('tickets')),
    helpcenter: createHelpcenter(createPlatform('helpcenter')),
    pipelines: createPipelines(createPlatform('pipelines')),
    knowledge: createKnowledge(createPlatform('knowledge')),
    s2s: createS2s(createPlatform('s2s')),
    realtime,
    engagement: createEngagement(createPlatform('engagement')),
    statistics: createStatistics(createPlatform('statistics')),
    mail,
  };
  for (const name of serviceNames) implementations[name].push(...modules[name].implementations);

  const gateway = createGateway(config, {
    ...gatewayParts(config, engines, modules, { metrics, peers }),
    ...{ callers: { ...gatewayPeers(peers) }, sealer, files, outbound, upgrade: realtime.upgrade },
    log: log.child({ service: 'gateway' }),
  });

  return {
    peers,
    startServices: async () => {
      const start = async (name: ServiceName): Promise<void> => {
        const started = engines.start.persist(() => modules[name].start());
        starting[name] = started;
        await started;
        delete starting[name];
      };
      await Promise.all(serviceNames.map(start));
    },
    open: () => gateway.start(async () => engines.start),
    drain: () => {
      gateway.drain();
      void realtime.drain(Math.max(config.shutdownDelaySeconds * 1_000, DRAIN_MS));
    },
    commands: combineCommands([
      ...serviceNames.map((name) => modules[name]),
      { commands: gatewayCommands(databaseOfGateway(engines), log) },
    ]),
    stop: async () => {
      // The gateway's server ends with its last connection: WebSockets have to go too.
      await Promise.all([gateway.stop(), realtime.drain(DRAIN_MS)]);
      await Promise.all(serviceNames.map((name) => modules[name].stop()));
      await engines.mail.close();
      await outbound.close();
      await files.close();
    },
  };
};

const databaseOfGateway = ({ databaseUrl }: Engines): string => serviceDatabaseUrl(databaseUrl, 'gateway');

/** The gateway's part of the settings, the engines and the services. */
const gatewayParts = (
  config: StandaloneConfig,
  engines: Engines,
  modules: Record<ServiceName, ServiceModule>,
  { metrics, peers }: Pick<SharedParts, 'metrics' | 'peers'>,
) => ({
  databaseUrl: databaseOfGateway(engines),
  databaseConnections: engines.databaseConnections,
  redisUrl: config.redisUrl,
  publicUrl: config.publicUrl,
  shutdownDelaySeconds: config.shutdownDelaySeconds,
  metrics: createMetrics({ service: 'gateway' }),
  ...(config.demo && {
    demo: createDemoPage(config.home, config.realtimePublicUrl ?? readPublicUrl(config), peers),
  }),
  otherMetrics: Object.values(metrics),
  checks: Object.assign(
    { disk: () => demandFreeSpace(config.home) },
    ...serviceNames.map((name) => prefixed(name, modules[name].health)),
  ) as HealthChecks,
});

/** Ways to call each service in this process. */
const connectLocally = (
  implementations: Record<ServiceName, ServiceImplementation[]>,
  metrics: Record<ServiceName, Metrics>,
  log: Logger,
  starting: Partial<Record<ServiceName, Promise<unknown>>>,
): Peers =>
  Object.fromEntries(
    serviceNames.map((name) => [
      name,
      createLocalCaller(implementations[name], createObserver(log.child({ service: name }), metrics[name]), {
        starting: () => starting[name],
      }),
    ]),
  ) as Peers;

const readPublicUrl = ({ publicUrl, host, port }: StandaloneConfig): string =>
  publicUrl ?? localUrl(host, port);

/** What all services share. */
interface SharedParts extends Pick<Platform, 'peers' | 'files' | 'outbound' | 'sealer' | 'log'> {
  metrics: Record<ServiceName, Metrics>;
}

/** The platform that a service gets. */
const composePlatform = (
  name: ServiceName,
  config: StandaloneConfig,
  engines: Engines,
  { metrics, peers, files, outbound, sealer, log }: SharedParts,
): Platform => ({
  databaseUrl: serviceDatabaseUrl(engines.databaseUrl, name),
  databaseConnections: engines.databaseConnections,
  log: log.child({ service: name }),
  metrics: metrics[name],
  peers,
  eventTransport: engines.events,
  mail: engines.mail,
  files,
  outbound,
  mailFrom: config.mailFrom,
  searchEngine: engines.search,
  ai: engines.ai,
  sealer,
  publicUrl: readPublicUrl(config),
});

const createAllMetrics = (): Record<ServiceName, Metrics> => {
  const createServiceMetrics = (service: string): Metrics =>
    createMetrics({ service, processMetrics: false });
  return Object.fromEntries(serviceNames.map((name) => [name, createServiceMetrics(name)])) as Record<
    ServiceName,
    Metrics
  >;
};
