import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sealer } from '@parley/auth';
import { createMemoryRateLimiter, createRedisRateLimiter, openRedis, type RateLimiter } from '@parley/cache';
import type { FileStore } from '@parley/files';
import { createTurns } from '@parley/limits';
import type { Outbound } from '@parley/outbound';
import { unavailable } from '@parley/errors';
import { type Database, ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import type { JsonSchema } from '@parley/proto';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { MailSubscriptionServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import { MailTrackingServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/mail_tracking_service';
import { PresenceServiceDefinition } from '@parley/proto/generated/parley/statistics/v1/presence_service';
import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import type { Upgrade } from '@parley/realtime';
import { createClient, createLocalCaller } from '@parley/rpc';
import {
  type Command,
  createObserver,
  listenError,
  localUrl,
  migrateCommand,
  reportParts,
  reportPool,
  type Start,
  StartError,
} from '@parley/runtime';
import type { RequestHandler } from 'express';
import { createOutageLog, type Logger, mergeMetrics, type Metrics } from '@parley/telemetry';
import {
  createAdmit,
  createCallers,
  createDirectory,
  directoryContext,
  createSigningKeys,
  createWidgets,
} from './auth';
import type { GatewayConfig } from './config';
import {
  API_PREFIX,
  createApi,
  type AskParts,
  type Check,
  createReadiness,
  createRequestDurations,
  createEdgeServer,
  type PipelineDeps,
} from './edge';
import { migrations } from './generated/migrations';
import { admitPresent, createPresence } from './presence';
import { createHolder, pruneExpired } from './idempotency';
import { createInboxSession, inboxSessionRpc } from './inbox-session';
import { createBodyRoom, createMeter } from './limits';
import { createMcp } from './mcp';
import { bind, type ServiceCallers, createOpenApi, createRouter, MCP_PATH, type Operation } from './rest';
import { operations as publicOperations } from './routes';
import { composeSite } from './site';
import {
  createFileRoutes,
  createFileSweep,
  createLinkRoute,
  noteUpload,
  type UploadDeps,
  uploadsRpc,
} from './uploads';
import { pruneLinks } from './used-links';

export { type GatewayConfig, gatewayTable } from './config';

/** Dependencies of the gateway. */
export interface GatewayDeps {
  /** A way to reach each service, by name. */
  callers: ServiceCallers;
  /** URL of the gateway's own database, created when it is missing. */
  databaseUrl: string;
  /** Most connections to it; 10 by default. */
  databaseConnections?: number;
  /** Redis that counts limits for all gateways; without it this process counts for itself. */
  redisUrl?: string | undefined;
  sealer: Sealer;
  /** Where uploaded files lie. */
  files: FileStore;
  /** HTTP to addresses that users name. */
  outbound: Outbound;
  /** Address of the gateway as clients see it; its own by default. */
  publicUrl?: string | undefined;
  log: Logger;
  metrics: Metrics;
  /** Takes WebSockets of the realtime service over, when it runs in this process. */
  upgrade?: Upgrade;
  /** Metrics of other services in this process, shown on the same page. */
  otherMetrics?: readonly Pick<Metrics, 'registry'>[];
  /** What else must be there to serve, by name: the bus, search. */
  checks?: Readonly<Record<string, Check>>;
  /** What asks for the parts of each service that runs in another process. */
  parts?: Readonly<Record<string, AskParts>>;
  /** Where the files of the widget lie; beside the bundle by default. */
  widgetFolder?: string;
  /** The same of the inbox. */
  inboxFolder?: string;
  /** The page at `/demo`; only where there is demo data. */
  demo?: RequestHandler;
  /** Seconds between `drain` and `stop`; none by default. */
  shutdownDelaySeconds?: number;
  /** Rows to serve; the public operations by default. */
  operations?: readonly Operation[];
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** A composed gateway. */
export interface Gateway {
  /**
   * Listens, migrates its database and begins its background work. Health answers from the first moment; requests are 503
   * until everything is ready.
   *
   * @param look Checks the engines once it listens; by default one that is away fails the start.
   */
  start(look?: () => Promise<Start>): Promise<{ url: string; port: number }>;
  /** Says that it will stop: no longer ready, and each answer ends its connection; goes on answering. */
  drain(): void;
  /** Finishes requests in flight for at most 8 s and closes its own resources; dependencies stay open. */
  stop(): Promise<void>;
}

/** Commands of the gateway, which need nothing of it but its database. */
export const gatewayCommands = (databaseUrl: string, log: Logger): { migrate: Command } => ({
  migrate: migrateCommand(databaseUrl, migrations, log),
});

/** A folder that the build puts beside the bundle of whatever app this code is in. */
const besideBundle = (name: string): string => fileURLToPath(new URL(`./${name}/`, import.meta.url));

/** Composes the gateway: binds every row to its service. */
export const createGateway = (config: GatewayConfig, deps: GatewayDeps): Gateway => {
  const { databaseUrl, files, log, sealer, operations = publicOperations, now = Date.now } = deps;
  const { db, redis, limiter } = openEngines(deps);
  const { contacts, engagement } = requireServices(deps.callers);
  let ownUrl = '';
  const tracking = createClient(MailTrackingServiceDefinition, engagement);
  const subscriptions = createClient(MailSubscriptionServiceDefinition, contacts);
  const uploads: UploadDeps = {
    files,
    outbound: deps.outbound,
    publicUrl: () => deps.publicUrl ?? ownUrl,
    sql: db,
    contacts: createClient(ContactDirectoryServiceDefinition, contacts),
    sealer,
    now,
  };
  const rest = composeRest(config, deps, { db, limiter, uploads });
  const { outage } = rest;
  let started = false;
  const checks = composeChecks(deps, { db, redis });
  reportParts(deps.metrics, checks);
  let openapi: JsonSchema | undefined;
  const server = createEdgeServer({
    api: onceStarted(rest.api, `${API_PREFIX}/`, () => started),
    mcp: onceStarted(rest.mcp, MCP_PATH, () => started),
    site: composeSites(deps, rest, db, () => deps.publicUrl ?? ownUrl),
    files: createFileRoutes(files, log),
    uploads: createLinkRoute(uploads, rest.bodyRoom, () => started),
    upgrade: deps.upgrade,
    unsubscribe: { sealer, subscriptions, tracking, log },
    mailTracking: { sealer, tracking, log },
    trustedProxies: config.trustedProxies,
    readiness: createReadiness(checks, log, deps.parts),
    isStarted: () => started,
    metrics: mergeMetrics([deps.metrics, ...(deps.otherMetrics ?? [])]),
    openapi: () => (openapi ??= createOpenApi(operations)),
    jwks: () => rest.jwks(),
    widgetFolder: deps.widgetFolder ?? besideBundle('widget'),
    inboxFolder: deps.inboxFolder ?? besideBundle('inbox'),
    demo: deps.demo,
    shutdownDelaySeconds: deps.shutdownDelaySeconds ?? 0,
    log,
    outage,
  });

  const sweep = createFileSweep(uploads, deps.callers, log);
  let pruning: NodeJS.Timeout | undefined;
  return {
    start: async (look = async () => failAtOnce) => {
      const port = await server.listen(config.host, config.port).catch((error: unknown) => {
        throw listenError(error, config.host, config.port);
      });
      ownUrl = localUrl(config.host, port);
      const { persist, waits, succeeded } = await look();
      await persist(async () => {
        await ensureDatabase(databaseUrl);
        await migrate(databaseUrl, migrations, log);
        await rest.holder.start();
      });
      await checkFiles(deps, waits);
      pruning = startPruning(deps, db);
      sweep.start();
      started = true;
      succeeded();
      return { url: ownUrl, port };
    },
    drain: () => server.drain(),
    stop: async () => {
      clearInterval(pruning);
      const cut = Date.now() + GRACE_MS;
      await server.close(GRACE_MS);
      await settleUntil(cut, [...rest.running, rest.presence.stop(), sweep.stop()]);
      await rest.holder.stop();
      await redis?.close();
      await db.close();
    },
  };
};

/** 503 for paths that begin so until the gateway has started. */
const onceStarted =
  (handler: RequestHandler, prefix: string, isStarted: () => boolean): RequestHandler =>
  (request, response, next) =>
    isStarted() || !request.path.startsWith(prefix)
      ? handler(request, response, next)
      : next(unavailable('The platform is starting. Try again.'));

/** The database, and what counts limits: for all gateways where there is Redis. */
const openEngines = (deps: GatewayDeps) => {
  const db = openDatabase({
    url: deps.databaseUrl,
    applicationName: 'parley gateway',
    ...(deps.databaseConnections !== undefined && { maxConnections: deps.databaseConnections }),
    onIdleError: (error) => deps.log.warn({ err: error }, 'an idle database connection broke'),
  });
  reportPool(deps.metrics, db);
  const redis =
    deps.redisUrl === undefined
      ? undefined
      : openRedis(deps.redisUrl, { name: 'parley gateway', log: deps.log });
  const limiter = redis ? createRedisRateLimiter({ redis, log: deps.log }) : createMemoryRateLimiter();
  return { db, redis, limiter };
};

/** Services that the gateway asks by itself, beside those that its rows name. */
const requireServices = ({
  workspace,
  contacts,
  helpcenter,
  engagement,
  statistics,
  tickets,
}: ServiceCallers) => {
  if (!workspace || !contacts || !helpcenter || !engagement || !statistics || !tickets)
    throw new Error(
      'The gateway lacks a way to reach the workspace, contacts, helpcenter, engagement, statistics or tickets service',
    );
  return { workspace, contacts, helpcenter, engagement, statistics, tickets };
};

/** The REST API: who calls, what limits them, and each row with its service. */
const composeRest = (
  config: GatewayConfig,
  deps: GatewayDeps,
  { db, limiter, uploads }: { db: Database; limiter: RateLimiter; uploads: UploadDeps },
) => {
  const { files, log, sealer, operations = publicOperations, now = Date.now } = deps;
  const { workspace, statistics } = requireServices(deps.callers);
  const callers: ServiceCallers = {
    gateway: createLocalCaller(
      [uploadsRpc(uploads), inboxSessionRpc({ users: createClient(UsersServiceDefinition, workspace), now })],
      createObserver(log, deps.metrics),
    ),
    ...deps.callers,
  };
  const directory = createDirectory(workspace);
  const keys = createSigningKeys(directory, now);
  const meter = createMeter(limiter, config);
  const presences = createClient(PresenceServiceDefinition, statistics);
  const presence = createPresence({
    report: (seen) => presences.reportPresence({ seen }, directoryContext()),
    log,
    now,
  });
  const admit = admitPresent(
    createAdmit(createCallers({ directory, keys, meter, now }), createWidgets(directory)),
    presence,
  );
  const bound = operations.map((operation) => bind(operation, operations, callers));
  const running = new Set<Promise<unknown>>();
  const holder = createHolder(db, log);
  const outage = createOutageLog(log);
  const idempotency = { sql: db, sealer, log, holder, running };
  const bodyRoom = createBodyRoom(config.bodyMemoryMb * 1024 * 1024, deps.metrics);
  const turns = createTurns(config.callsAtOnce, deps.metrics, {
    metric: 'gateway_calls',
    things: 'Calls to services',
  });
  const durations = createRequestDurations(deps.metrics);
  const pipeline: PipelineDeps = {
    admit,
    session: createInboxSession(uploads.publicUrl),
    meter,
    idempotency,
    files,
    noteUpload: (key) => noteUpload(db, key, new Date(now())),
    bodyRoom,
    turns,
    log,
    outage,
  };
  const router = createRouter(bound);
  const api = createApi(pipeline, router, durations);
  const mcp = createMcp(pipeline, router, durations);
  return {
    ...{ api, mcp, directory, meter, durations, outage, holder, running, presence, bodyRoom },
    jwks: () => keys.jwks(),
  };
};

/** The sites of help centers, over the services that they ask. */
const composeSites = (
  { callers, sealer, log, now = Date.now }: GatewayDeps,
  { directory, meter, durations }: Pick<ReturnType<typeof composeRest>, 'directory' | 'meter' | 'durations'>,
  sql: Database,
  publicUrl: () => string,
) => composeSite(requireServices(callers), directory, meter, durations, publicUrl, { sealer, sql, now, log });

/** Health checks: the gateway's own engines, each service, and those of its caller. */
const composeChecks = (
  deps: GatewayDeps,
  { db, redis }: Pick<ReturnType<typeof openEngines>, 'db' | 'redis'>,
): Record<string, Check> => {
  const serviceChecks = Object.fromEntries(
    Object.entries(deps.callers).map(([name, caller]): [string, Check] => [name, () => caller.health()]),
  );
  return {
    database: () => db.ping(),
    files: () => deps.files.check(),
    ...(redis && { redis: () => redis.ping() }),
    ...serviceChecks,
    ...deps.checks,
  };
};

/** Time that requests in flight get at the end, in milliseconds: a process has 10 s to stop. */
const GRACE_MS = 8_000;

/** Pause between two sweeps of expired idempotency keys, in milliseconds. */
const PRUNE_MS = 10 * 60_000;

/** Prunes expired idempotency keys and links from time to time. */
const startPruning = ({ log, now = Date.now }: GatewayDeps, db: Database): NodeJS.Timeout =>
  setInterval(() => {
    pruneExpired(db).catch((error: unknown) => log.warn({ err: error }, 'idempotency keys were not pruned'));
    pruneLinks(db, now()).catch((error: unknown) => log.warn({ err: error }, 'used links were not pruned'));
  }, PRUNE_MS).unref();

/** Looks whether files can be kept; fails the start unless it waits for engines that are away. */
const checkFiles = async ({ files, log }: GatewayDeps, waits: boolean): Promise<void> => {
  try {
    await files.check();
  } catch (error) {
    const why = error instanceof Error ? error.message || error.name : String(error);
    if (!waits)
      throw new StartError(
        `Files cannot be kept: ${why}. Check S3_BUCKET and its credentials, or that the folder PARLEY_HOME may be written.`,
      );
    log.warn({ err: error }, 'files can neither be stored nor read at the moment');
  }
};

/** Waits until the work has settled or the time has come. */
const settleUntil = async (time: number, work: readonly Promise<unknown>[]): Promise<void> => {
  const abort = new AbortController();
  const expiry = sleep(Math.max(0, time - Date.now()), undefined, { signal: abort.signal }).catch(
    () => undefined,
  );
  await Promise.race([Promise.allSettled(work), expiry]);
  abort.abort();
};

const failAtOnce: Start = { waits: false, persist: (part) => part(), succeeded: () => undefined };
