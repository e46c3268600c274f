import { Parley } from '@parley/client';

/** Milliseconds after which a call is given up. */
const CALL_TIMEOUT = 180_000;

/** An address and what every request to it carries. */
export interface Api {
  /** Ends in `/v3`. */
  base: string;
  headers: Record<string, string>;
}

/** The client of the API, by which the bench prepares. It tries nothing twice: a failure is a finding. */
export const connect = ({ base, headers }: Api): Parley =>
  new Parley({ url: base, headers, timeout: CALL_TIMEOUT, retries: 0 });

/** Sends a request. Answers the response; throws unless it is 200. */
export const send = async (
  { base, headers }: Api,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Response> => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(CALL_TIMEOUT),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status === 200) return response;
  const text = await response.text();
  throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 1_000)}`);
};

/** Sends a request and reads the JSON of the answer. */
export const call = async <T>(
  api: Api,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> => (await (await send(api, method, path, body)).json()) as T;

/** Does something with each of a list, 16 at a time; answers in the order of the list. */
export const mapInParallel = async <In, Out>(
  list: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<Out[]> => {
  const done: Out[] = [];
  for (let at = 0; at < list.length; at += 16) {
    done.push(...(await Promise.all(list.slice(at, at + 16).map(work))));
  }
  return done;
};
