import autocannon from 'autocannon';
import { cpuSeconds } from './processes';

/** One request of a load. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
}

/** What to send, and to whom. */
export interface Load {
  name: string;
  /** Host root, e.g. `http://127.0.0.1:3000/v3`. */
  base: string;
  headers: Record<string, string>;
  /** Makes the request number `n`. */
  request: (n: number) => LoadRequest;
}

/** What a load showed. */
export interface Figures {
  name: string;
  connections: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  cpuSecondsPer1000: number;
  /** Answers other than 2xx; a figure with any of them says nothing. */
  failures: number;
}

/** Requests prepared for a run; they go round, which a cache of whole answers would notice, and there is none. */
const PREPARED = 512;

/** Drives a load for some seconds. `pids` are the processes that serve it. */
export const drive = async (
  load: Load,
  connections: number,
  seconds: number,
  pids: readonly number[],
): Promise<Figures> => {
  const { host, pathname, protocol } = new URL(load.base);
  const requests = Array.from({ length: PREPARED }, (_, n): autocannon.Request => {
    const { method, path, body } = load.request(n);
    return {
      method,
      path: `${pathname === '/' ? '' : pathname}${path}`,
      headers: { ...load.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
  });
  const run = (duration: number): Promise<{ result: autocannon.Result; times: number[] }> =>
    new Promise((resolve, reject) => {
      const times: number[] = [];
      const options = { url: `${protocol}//${host}`, connections, duration, requests };
      const instance = autocannon(options, (error: Error | null, result) =>
        error ? reject(error) : resolve({ result, times: times.sort((a, b) => a - b) }),
      );
      instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
    });
  await run(1);
  const before = cpuSeconds(pids);
  const { result, times } = await run(seconds);
  const cpu = cpuSeconds(pids) - before;
  const total = result['2xx'] + result.non2xx;
  const percentile = (share: number): number =>
    Number((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1));
  return {
    name: load.name,
    connections,
    requestsPerSecond: Math.round(total / result.duration),
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    cpuSecondsPer1000: Number(((cpu / Math.max(total, 1)) * 1_000).toFixed(2)),
    failures: result.non2xx + result.errors,
  };
};
