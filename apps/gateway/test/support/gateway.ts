import { createSealer } from '@parley/auth';
import { loadConfig } from '@parley/config';
import { forbidden, notFound, unauthenticated } from '@parley/errors';
import { createFolderStore, type FileStore } from '@parley/files';
import { createOutbound, type Outbound } from '@parley/outbound';
import { newId } from '@parley/persistence';
import type { Caller } from '@parley/rpc';
import type { Start } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gatewayTable } from '../../src/config';
import { migrations } from '../../src/generated/migrations';
import type { Operation } from '../../src/rest/operation';
import { createGateway, type GatewayConfig } from '../../src/service';
import {
  ADMIN,
  AGENT,
  createSigner,
  GONE,
  ORGANISATION,
  OUTSIDER,
  PROJECT,
  PROJECT_KEY,
  publicJwk,
  SECRET_KEY,
  SERVICE_ACCOUNT,
  SERVICE_TOKEN,
  SESSION_SECRET,
  sha256,
  type Signer,
  signToken,
  UNCONFIRMED,
  UNKNOWN_ID,
} from './identities';
import { type Answers, createStubServices, type ReceivedCall } from './services';

export interface ApiAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined when it is no JSON. */
  body: never;
}

export interface ApiRequest {
  token?: string | null;
  project?: string | null;
  headers?: Record<string, string>;
  /** Sent as JSON; a string or bytes go as they are. */
  body?: unknown;
}

/** A gateway over stub services, with a database of its own. */
export interface TestGateway {
  url: string;
  calls: ReceivedCall[];
  /** What the stubs answer, to be changed by tests. */
  answers: Answers;
  signer: Signer;
  tokens: { admin: string; agent: string; outsider: string; unconfirmed: string; gone: string };
  database: TestDatabase;
  logLines: string[];
  /** Calls below /v3; as the admin in PROJECT unless the request says otherwise. */
  api(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  /** Announces the stop. */
  drain(): void;
  stop(): Promise<void>;
}

const roles: Record<string, string> = { [ADMIN]: 'admin', [AGENT]: 'agent', [UNCONFIRMED]: 'agent' };

const directoryAnswers = (jwks: () => Promise<object[]>, revoked: Set<string>): Answers => ({
  getSigningKeys: async () => ({ jwks: JSON.stringify({ keys: await jwks() }) }),
  resolveAccount: ({ userId }: { userId: string }) => {
    if (userId === GONE) throw unauthenticated('INVALID_TOKEN', 'The account is gone.');
    return { confirmed: userId !== UNCONFIRMED };
  },
  resolveAccess: ({ userId, projectId }: { userId: string; projectId: string }) => {
    const role = roles[userId];
    if (projectId !== PROJECT || role === undefined || revoked.has(userId))
      throw forbidden('PROJECT_FORBIDDEN', 'You are not a member of this project.');
    return { organisationId: ORGANISATION, role };
  },
  resolveProjectKey: ({ apiToken }: { apiToken: string }) => {
    if (apiToken !== PROJECT_KEY) throw unauthenticated('INVALID_SESSION', 'There is no such project key.');
    return { settings: { id: PROJECT, organisationId: ORGANISATION, sessionSecret: SESSION_SECRET } };
  },
  resolveSecretKey: ({ keyHash }: { keyHash: string }) => {
    if (keyHash !== sha256(SECRET_KEY))
      throw unauthenticated('INVALID_TOKEN', 'The api-token header is no secret key of a project.');
    return { projectId: PROJECT, organisationId: ORGANISATION };
  },
  resolveServiceToken: ({ tokenHash }: { tokenHash: string }) => {
    if (tokenHash !== sha256(SERVICE_TOKEN) || revoked.has(SERVICE_TOKEN))
      throw unauthenticated('INVALID_TOKEN', 'The token is unknown or was revoked.');
    return {
      serviceAccountId: SERVICE_ACCOUNT,
      name: 'Orders',
      projectId: PROJECT,
      organisationId: ORGANISATION,
      role: 'user',
    };
  },
});

const ticketAnswers: Answers = {
  getTicket: ({ ticketId }: { ticketId: string }) => {
    if (ticketId === UNKNOWN_ID) throw notFound('ticket');
    return { ticket: { id: ticketId, _id: ticketId } };
  },
};

export interface TestGatewayOptions {
  config?: Partial<GatewayConfig>;
  operations?: readonly Operation[];
  redisUrl?: string;
  /** Keys published beside the signer's own. */
  moreKeys?: () => Promise<object[]>;
  /** Members and tokens that lost their access; the test may change it. */
  revoked?: Set<string>;
  callers?: (callers: Record<string, Caller>) => Record<string, Caller>;
  /** Share the database of another test gateway. */
  database?: TestDatabase;
  /** Keep files there; by default in a folder of its own. */
  files?: FileStore;
  outbound?: Outbound;
  publicUrl?: string;
  shutdownDelaySeconds?: number;
  now?: () => number;
  /** Further parts that readiness names. */
  checks?: Record<string, () => Promise<unknown>>;
  /** How it looks for its engines. */
  start?: () => Promise<Start>;
}

const running = new Set<() => Promise<void>>();

// A failed test leaves its gateway behind, which would keep the run from ending.
afterAll(async () => {
  for (const stop of running) await stop();
});

const parse = (type: string | null, text: string): never =>
  (text === '' || !type?.includes('json') ? undefined : JSON.parse(text)) as never;

export const startTestGateway = async (options: TestGatewayOptions = {}): Promise<TestGateway> => {
  const database = options.database ?? (await createTestDatabase('gateway', migrations));
  const signer = await createSigner('key-1');
  const answers: Answers = {
    ...directoryAnswers(
      async () => [await publicJwk(signer), ...((await options.moreKeys?.()) ?? [])],
      options.revoked ?? new Set(),
    ),
    ...ticketAnswers,
  };
  const { calls, callers } = createStubServices(answers);
  const logLines: string[] = [];
  const log = createLogger({
    service: 'gateway',
    level: 'info',
    destination: { write: (line) => void logLines.push(line) },
  });
  const folder = join(tmpdir(), `parley-files-${newId()}`);
  const outbound = options.outbound ?? createOutbound({ allowedNetworks: [] });
  const gateway = createGateway(
    {
      ...loadConfig(gatewayTable, { HOST: '127.0.0.1', PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000' }),
      ...options.config,
    },
    {
      callers: options.callers?.(callers) ?? callers,
      databaseUrl: database.url,
      redisUrl: options.redisUrl,
      sealer: createSealer(['0123456789abcdef0123456789abcdef']),
      files: options.files ?? createFolderStore({ directory: folder }),
      outbound,
      publicUrl: options.publicUrl,
      ...(options.shutdownDelaySeconds && { shutdownDelaySeconds: options.shutdownDelaySeconds }),
      log,
      metrics: createMetrics({ service: 'gateway', processMetrics: false }),
      ...(options.operations && { operations: options.operations }),
      ...(options.now && { now: options.now }),
      ...(options.checks && { checks: options.checks }),
    },
  );
  const { url } = await gateway.start(options.start);
  const token = (userId: string): Promise<string> => signToken(signer, { userId });
  const tokens = {
    admin: await token(ADMIN),
    agent: await token(AGENT),
    outsider: await token(OUTSIDER),
    unconfirmed: await token(UNCONFIRMED),
    gone: await token(GONE),
  };

  const api = async (method: string, path: string, request: ApiRequest = {}): Promise<ApiAnswer> => {
    const { token: bearer = tokens.admin, project = PROJECT, headers = {}, body } = request;
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${url}/v3${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(project !== null && { project }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: received } = response;
    return { status, headers: received, text, body: parse(received.get('content-type'), text) };
  };

  const stop = async (): Promise<void> => {
    if (!running.delete(stop)) return;
    await gateway.stop();
    await outbound.close();
    await rm(folder, { recursive: true, force: true });
    if (!options.database) await database.drop();
  };
  running.add(stop);

  return {
    url,
    calls,
    answers,
    signer,
    tokens,
    database,
    logLines,
    api,
    drain: () => gateway.drain(),
    stop,
  };
};

/** Calls that the gateway makes by itself: what a token is checked with, and who called. */
const own: readonly string[] = ['getSigningKeys', 'reportPresence'];

/** Calls that are neither questions about the caller nor the gateway's own. */
export const operationCalls = (calls: readonly ReceivedCall[]): ReceivedCall[] =>
  calls.filter(({ rpc }) => (rpc === 'resolveRedirect' || !rpc.startsWith('resolve')) && !own.includes(rpc));
