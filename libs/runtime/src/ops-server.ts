import type { MetricsPage } from '@parley/telemetry';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { type HealthChecks, isDemanded } from './module';

/** State of one part: `ok`, or why not. */
export type Readiness = Record<string, string>;

const CHECK_LIMIT_MS = 3_000;

const withLimit = async (check: () => Promise<unknown>, limitMs: number): Promise<string> => {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([check(), expiry]);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
};

/** Asks every part at once; ready is who has all that are demanded. */
export const askReadiness = async (
  checks: HealthChecks,
  limitMs = CHECK_LIMIT_MS,
): Promise<{ ready: boolean; parts: Readiness }> => {
  const names = Object.keys(checks);
  const states = await Promise.all(Object.values(checks).map((check) => withLimit(check, limitMs)));
  const parts = Object.fromEntries(names.map((name, index) => [name, states[index] ?? 'unknown']));
  const ready = Object.entries(parts).every(([name, state]) => state === 'ok' || !isDemanded(name));
  return { ready, parts };
};

/** Splits `host:port`; the port is what stands behind the last colon. */
export const splitAddress = (address: string): { host: string; port: number } => {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
};

/** Where a process is between its start and its end. */
export type ProcessState = 'starting' | 'serving' | 'stopping';

/** Options of the ops server. */
export interface OpsOptions {
  checks: HealthChecks;
  metrics: MetricsPage;
  /** The state of the process; default `serving`. Only then it can be ready. */
  state?: () => ProcessState;
}

/** Serves /healthz, /readyz and /metrics of a process that has no public HTTP surface. */
export const startOpsServer = async (
  address: string,
  { checks, metrics, state = () => 'serving' }: OpsOptions,
): Promise<Server> => {
  const server = createServer((request, response) => {
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const answer = async (): Promise<void> => {
      if (request.url === '/healthz') return json(200, { status: 'ok' });
      if (request.url === '/readyz') {
        const { ready, parts } = await askReadiness(checks);
        if (state() !== 'serving') return json(503, { status: state(), parts });
        return json(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', parts });
      }
      if (request.url === '/metrics') {
        response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text());
        return;
      }
      json(404, { status: 'not found' });
    };
    answer().catch(() => json(500, { status: 'error' }));
  });
  const { host, port } = splitAddress(address);
  server.listen(port, host);
  await once(server, 'listening');
  // A connection that cannot be accepted, for want of file descriptors for example, is the loss of one client.
  server.on('error', () => undefined);
  return server;
};
