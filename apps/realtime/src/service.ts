import { createBroadcast } from '@parley/events';
import { createClientAddress, createTurns, type Turns } from '@parley/limits';
import { type Database, ensureDatabase, migrate, newId, openDatabase } from '@parley/persistence';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { StreamDirectoryServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/stream_directory_service';
import { TicketDirectoryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { WindowsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/windows_service';
import { createSigners, type Upgrade } from '@parley/realtime';
import { createClient } from '@parley/rpc';
import {
  createStatisticsWorker,
  migrateCommand,
  type Platform,
  reportBackground,
  type ServiceModule,
} from '@parley/runtime';
import type { RealtimeConfig } from './config';
import type { Deps, Timing } from './deps';
import { createDevices } from './devices';
import { createUpgrade, createBudgets, drain, watchSilence, watchProjects } from './edge';
import type { Connection } from './connections';
import type { Edge } from './edge-deps';
import { migrations } from './generated/migrations';
import { createMeter } from './meter';
import { createPresence } from './presence';
import { createProjects } from './projects';
import { createImplementations } from './rpc';
import { createFeeds } from './streams';
import { createMembers, createTeam } from './team';

export { type RealtimeConfig, realtimeTable } from './config';

/** Milliseconds that a silent client has to answer a ping. */
const ANSWER_MS = 30_000;

/** Milliseconds between two looks whether the projects of connections are still there. */
const PROJECTS_MS = 30_000;

/** Milliseconds for which a client may send more than its budget without a break. */
const OVER_MS = 10_000;

/** Frames of clients that are handled in one turn of the loop. */
const FRAMES_AT_ONCE = 16;

/** Longest that a frame waits for its project's turn, in milliseconds. */
const FRAME_PATIENCE_MS = 30_000;

/** Milliseconds in which clients are sent away when the process stops at once. */
const DRAIN_MS = 4_000;

/** Dependencies that a test may replace. */
export interface RealtimeOptions {
  timing?: Partial<Timing>;
}

/** The realtime service: its operations, and the WebSockets that an HTTP server hands over to it. */
export interface Realtime extends ServiceModule {
  /** Takes a connection to `/app/…` over. */
  upgrade: Upgrade;
  /** Takes no more clients, and sends those that are there to other processes within a time. */
  drain(limitMs: number): Promise<void>;
}

/** Composes the realtime service. */
export const createRealtime = (
  config: RealtimeConfig,
  platform: Platform,
  { timing }: RealtimeOptions = {},
): Realtime => {
  const { databaseUrl, log, metrics } = platform;
  const db = openPool(platform);
  const broadcast = createBroadcast(platform.eventTransport, { log, name: 'parley realtime' });
  const statistics = createStatisticsWorker({ db, log });
  const connections = new Set<Connection>();
  const deps = composeDeps(config, platform, {
    db,
    broadcast,
    timing,
    countConnections: () => connections.size,
  });
  const projects = createProjects(deps);
  const feeds = createFeeds(deps);
  const presence = createPresence(deps);
  const devices = createDevices({ ...deps, feeds });
  const team = createTeam(deps);
  const edge: Edge = {
    ...deps,
    projects,
    feeds,
    presence,
    devices,
    team,
    budgets: createBudgets(deps.maxConnectionsPerAddress),
    turns: createFrameTurns(metrics),
    connections,
    sockets: { count: 0 },
    isClosing: true,
  };
  const goneProjects = watchProjects(edge);
  let silence: { stop(): void } | undefined;
  let drained: Promise<void> | undefined;
  const drainOnce = (limitMs: number): Promise<void> => (drained ??= drain(edge, limitMs));

  return {
    implementations: createImplementations({
      ...deps,
      presence,
      members: createMembers(deps),
      signers: createSigners(deps.workspace, deps.sealer),
    }),
    upgrade: createUpgrade(edge),
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await broadcast.start();
      await presence.start();
      statistics.start();
      feeds.start();
      devices.start();
      team.start();
      goneProjects.start();
      silence = watchSilence(edge);
      edge.isClosing = false;
    },
    health: {
      database: () => db.ping(),
      broadcasts: () => broadcast.health(),
    },
    commands: { migrate: migrateCommand(databaseUrl, migrations, log) },
    drain: drainOnce,
    stop: async () => {
      await drainOnce(DRAIN_MS);
      silence?.stop();
      await Promise.all(
        [feeds, devices, team, goneProjects, presence, statistics].map((part) => part.stop()),
      );
      await broadcast.close();
      await db.close();
    },
  };
};

/** Dependencies that the parts of the service share. */
const composeDeps = (
  config: RealtimeConfig,
  { log, metrics, peers, publicUrl, sealer }: Platform,
  {
    db,
    broadcast,
    timing,
    countConnections,
  }: Pick<Deps, 'db' | 'broadcast'> & RealtimeOptions & { countConnections: () => number },
): Deps => {
  return {
    db,
    log,
    workspace: createClient(DirectoryServiceDefinition, peers.workspace),
    windows: createClient(WindowsServiceDefinition, peers.workspace),
    contacts: createClient(ContactDirectoryServiceDefinition, peers.contacts),
    tickets: createClient(TicketDirectoryServiceDefinition, peers.tickets),
    streams: createClient(StreamDirectoryServiceDefinition, peers.s2s),
    sealer,
    broadcast,
    meter: createMeter(metrics, countConnections),
    nodeId: newId(),
    timing: {
      silenceMs: config.realtimeActivityTimeoutSeconds * 1_000,
      answerMs: ANSWER_MS,
      projectsMs: PROJECTS_MS,
      overMs: OVER_MS,
      ...timing,
    },
    maxConnections: config.realtimeMaxConnections,
    maxConnectionsPerAddress: config.realtimeMaxConnectionsPerAddress,
    readAddress: createClientAddress(config.trustedProxies),
    publicUrl: config.realtimePublicUrl ?? publicUrl,
  };
};

const openPool = ({ databaseUrl, databaseConnections, log, metrics }: Platform): Database => {
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley realtime',
    maxConnections: databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  reportBackground(metrics, { db });
  return db;
};

/** How many frames of clients are worked on at once. */
const createFrameTurns = (metrics: Platform['metrics']): Turns =>
  createTurns(FRAMES_AT_ONCE, metrics, {
    metric: 'realtime_frames',
    things: 'Frames of clients',
    patienceMs: FRAME_PATIENCE_MS,
    // Each connection has one that waits.
    maxWaiting: { project: Infinity, all: Infinity },
  });
