import autocannon from 'autocannon';
import { call } from './api';
import { type Figures, computePercentiles, perThousand, computeRate } from './figures';
import { type NamedProcess, watch } from './processes';

/** One request of a load. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown;
  /** Beside those of the load. */
  headers?: Record<string, string>;
}

/** The requests to send, and the receiver. */
export interface Load {
  name: string;
  /** Host root, e.g. `http://127.0.0.1:3000/v3`. */
  base: string;
  headers: Record<string, string>;
  /** Makes the request number `n`. */
  request: (n: number) => LoadRequest;
  /** Whether no request is sent twice, because the second one would find nothing to do. */
  isFresh?: boolean;
  /** Whether the answer must have something in its list: finding nothing is quick. */
  mustFind?: boolean;
  /** The status that is a success here; default any 2xx. */
  expects?: number;
}

/** Requests prepared for a run; they go round, which a cache of whole answers would notice, and there is none. */
const PREPARED = 512;
/** Most characters of all bodies of a run. */
const PREPARED_SIZE = 32_000_000;

/** Number of the last request that is not sent twice, whatever the connection and the load. */
let fresh = 0;

const buildRequests = (load: Load): autocannon.Request[] => {
  const { pathname } = new URL(load.base);
  const root = pathname === '/' ? '' : pathname;
  const build = (n: number): autocannon.Request => {
    const { method, path, body, headers } = load.request(n);
    return {
      method,
      path: `${root}${path}`,
      headers: {
        ...load.headers,
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
  };
  if (!load.isFresh) {
    const size = String(build(0).body ?? '').length;
    const length = Math.min(PREPARED, Math.ceil(PREPARED_SIZE / Math.max(size, 1)));
    return Array.from({ length }, (_, n) => build(n));
  }
  return [{ setupRequest: (request) => ({ ...request, ...build((fresh += 1)) }) }];
};

/** Demands that a list, or the list in an answer, has something in it. */
const demandFinds = async ({ name, base, headers, request }: Load): Promise<void> => {
  const { method, path, body } = request(0);
  const answer = await call<unknown>({ base, headers }, method, path, body);
  const lists = Array.isArray(answer) ? [answer] : Object.values(answer as object).filter(Array.isArray);
  if (lists.every((list) => list.length === 0)) throw new Error(`${name}: ${path} finds nothing`);
};

/** Drives a load for some seconds. `processes` are those that serve it. */
export const drive = async (
  source: string,
  load: Load,
  connections: number,
  seconds: number,
  processes: readonly NamedProcess[],
): Promise<Figures> => {
  const { host, protocol } = new URL(load.base);
  const requests = buildRequests(load);
  const run = (duration: number): Promise<{ result: autocannon.Result; times: number[]; bytes: number }> =>
    new Promise((resolve, reject) => {
      const times: number[] = [];
      let bytes = 0;
      const options = { url: `${protocol}//${host}`, connections, duration, requests };
      const instance = autocannon(options, (error: Error | null, result) =>
        error ? reject(error) : resolve({ result, times, bytes }),
      );
      instance.on('response', (_client, _status, size, milliseconds) => {
        times.push(milliseconds);
        bytes += size;
      });
    });
  if (load.mustFind) await demandFinds(load);
  await run(1);
  const look = watch(processes);
  const { result, times, bytes } = await run(seconds);
  const { cpuSeconds, memory } = look();
  const count = result['2xx'] + result.non2xx;
  const good =
    load.expects === undefined ? result['2xx'] : (result.statusCodeStats?.[`${load.expects}`]?.count ?? 0);
  return {
    source,
    name: load.name,
    connections,
    unit: 'requests',
    count,
    perSecond: computeRate(count, result.duration),
    ...computePercentiles(times),
    bytes: Math.round(bytes / Math.max(times.length, 1)),
    cpuSecondsPer1000: perThousand(cpuSeconds, count),
    memory,
    failures: count - good + result.errors,
  };
};
