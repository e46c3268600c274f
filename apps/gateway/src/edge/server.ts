import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Upgrade } from '@parley/realtime';
import type { MetricsPage, OutageLog } from '@parley/telemetry';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { DomainError } from '@parley/errors';
import type { JsonSchema } from '@parley/proto';
import { routeNotFound, toProblem } from '../rest';
import { containFaults } from './contain';
import { connectionHeaders, endConnections, isEnding, keepConnections } from './connections';
import { errorAnswer } from './error-page';
import { ANY_METHOD, answerPreflight, anyOrigin, isPreflight, showMissing } from './cors';
import { toLogFields, openExchange, sendAnswer } from './exchange';
import { createHealthPages } from './health';
import { closeDripping } from './linger';
import { createInvitationPage } from './invitation-page';
import { createMailTracking, type MailTrackingDeps } from './mail-tracking';
import { lacksHost, serveOneAtATime } from './one-at-a-time';
import type { Readiness } from './readiness';
import { answerMalformed, malformedRequest } from './malformed-request';
import { showPlainErrors } from './plain-page';
import { createStartPage } from './start-page';
import { createUnsubscribePage, type UnsubscribeDeps } from './unsubscribe-page';
import { secure, pack, type Packed, sendPacked } from '../http';
import { takeUpgrades } from './upgrade';
import { createReferencePages } from '../reference';
import { createInboxPages } from './inbox-pages';
import { createWidgetFiles } from './widget-files';

/** Handlers of the host root beside the API. */
export interface ServerDeps {
  api: RequestHandler;
  /** The Model Context Protocol. */
  mcp: RequestHandler;
  /** The public sites of help centers. */
  site: { handle: RequestHandler; owns(host: string): Promise<boolean> };
  /** Uploaded files. */
  files: RequestHandler;
  /** Files that are sent to addresses made for them. */
  uploads: RequestHandler;
  /** The page behind the unsubscribe links of mails. */
  unsubscribe: UnsubscribeDeps;
  /** Images and links of mails. */
  mailTracking: MailTrackingDeps;
  /** Takes WebSockets of the realtime service over, where it runs in this process. */
  upgrade?: Upgrade | undefined;
  /** Networks and addresses of proxies with a trusted `X-Forwarded-For`. */
  trustedProxies: readonly string[];
  /** The state of the parts that the gateway needs. */
  readiness: () => Promise<Readiness>;
  /** Whether the gateway can take requests. */
  isStarted: () => boolean;
  metrics: MetricsPage;
  /** The OpenAPI document. */
  openapi: () => JsonSchema;
  /** The key set of dashboard tokens as JSON text. */
  jwks: () => Promise<string>;
  /** Where the files of the widget lie. */
  widgetFolder: string;
  inboxFolder: string;
  /** The page that shows the demo; undefined where there is none. */
  demo: RequestHandler | undefined;
  /** Seconds between `drain` and `close`. */
  shutdownDelaySeconds: number;
  log: { error(fields: object, message: string): void };
  outage: OutageLog;
}

/** A server that can be stopped without cutting anyone off. */
export interface EdgeServer {
  /** Listens; answers the port. */
  listen(host: string, port: number): Promise<number>;
  /** Lets each connection end with its next answer and says it is not ready; goes on accepting. */
  drain(): void;
  /** Stops accepting, lets requests in flight finish for at most `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

/** Longest a client may take to send a whole request, in milliseconds: 100 MB at 1 Mbit/s. Other bodies have less. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/** Above the idle time-out of customary load balancers, so that none reuses a connection we are closing. */
const KEEP_ALIVE_MS = 65_000;

const JWKS_MAX_AGE_SECONDS = 300;

/**
 * Passes over the route at the own domain of a help center, which the ingress opens as a whole. Requests that came by no proxy are
 * the operator's: they depend on no service.
 */
const unlessSite =
  ({ owns }: ServerDeps['site']): RequestHandler =>
  async ({ hostname, headers }, _response, next) => {
    const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded'].some((name) => name in headers);
    next(isForwarded && (await owns(hostname ?? '')) ? 'route' : undefined);
  };

const createApp = (deps: ServerDeps): Express => {
  const app = express();
  keepConnections(app, deps.shutdownDelaySeconds);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false);

  app.use((request, _response, next) => next(lacksHost(request) ? malformedRequest() : undefined));
  app.use(containFaults(deps.log));
  app.use(closeDripping);
  app.use(deps.api);
  app.use(deps.mcp);
  app.use(secure);
  app.use((request, response, next) => {
    if (isPreflight(request))
      return answerPreflight(response, openExchange(request, response).headers, ANY_METHOD);
    showMissing(response);
    response.set(connectionHeaders(app));
    showPlainErrors(response);
    next();
  });

  // Before the site, which asks the workspace service for the owner of a host: monitors use any name for the gateway.
  const health = createHealthPages({ ...deps, isDraining: () => isEnding(app) });
  app.get('/healthz', health.alive);
  app.get('/startupz', health.startedUp);
  app.get('/readyz', unlessSite(deps.site), health.ready);
  app.get('/metrics', unlessSite(deps.site), async (_request, response) => {
    response.setHeader('Content-Type', deps.metrics.contentType);
    response.send(await deps.metrics.text());
  });

  app.use(deps.site.handle);
  app.use('/files', deps.files);
  app.use('/uploads', deps.uploads);
  app.use(createWidgetFiles(deps.widgetFolder));
  app.use(createInboxPages(deps.inboxFolder));
  app.use('/docs', createReferencePages({ document: deps.openapi, hasDemo: deps.demo !== undefined }));
  app.use('/invitations', createInvitationPage());
  app.use('/unsubscribe', createUnsubscribePage(deps.unsubscribe));
  app.use(createMailTracking(deps.mailTracking));
  if (deps.demo) app.use('/demo', deps.demo);
  app.use(createStartPage({ readiness: deps.readiness, hasDemo: deps.demo !== undefined }));

  let document: Promise<Packed> | undefined;
  app.get('/api-docs.json', async (request, response) => {
    document ??= pack(JSON.stringify(deps.openapi()));
    sendPacked(request, response, await document, {
      ...anyOrigin,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-cache',
    });
  });
  app.get('/.well-known/jwks.json', async (_request, response) => {
    response.set({ ...anyOrigin, 'Cache-Control': `public, max-age=${JWKS_MAX_AGE_SECONDS}` });
    response.type('json').send(await deps.jwks());
  });

  app.use((_request, _response, next) => next(routeNotFound()));
  const onError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    const exchange = openExchange(request, response);
    // A path that cannot be decoded is one that does not exist.
    const known = error instanceof DomainError || !(error instanceof URIError);
    const problem = toProblem(known ? error : routeNotFound(), exchange.requestId);
    if (problem.fault) deps.log.error({ err: error, ...toLogFields(exchange) }, 'request failed');
    if (problem.away) deps.outage(error, toLogFields(exchange));
    sendAnswer(exchange, errorAnswer(request, response, problem));
  };
  app.use(onError);
  return app;
};

const listening = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

/** The HTTP server: the API below its prefix, and health, metrics, documents and keys at the host root. */
export const createEdgeServer = (deps: ServerDeps): EdgeServer => {
  const app = createApp(deps);
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
  });
  const afterAnswers = serveOneAtATime(server, app);
  server.on('clientError', answerMalformed);
  if (deps.upgrade) takeUpgrades(server, deps.upgrade, afterAnswers);
  return {
    listen: async (host, port) => {
      const taken = await listening(server, host, port);
      // A connection that cannot be accepted, for want of file descriptors for example, is the loss of one client.
      server.on('error', (error) => deps.log.error({ err: error }, 'a connection could not be accepted'));
      return taken;
    },
    drain: () => endConnections(app),
    close: async (graceMs) => {
      endConnections(app);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
};
