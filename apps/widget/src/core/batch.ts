import type { Extras } from './api';

/** A request that is to be sent. */
interface Call {
  method: string;
  path: string;
  body: object | undefined;
  extras: Extras;
}

/** An answer, whatever its status. */
interface Answer {
  status: number;
  body: unknown;
  retryAfter?: number;
}

interface Waiting {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Microtasks within which requests belong to one moment: they wait for the same promises on ways of different length. */
const MOMENT = 20;
/** Most calls of a batch, and most characters of their bodies: a message may have some 60,000. */
const MOST_CALLS = 20;
const MOST_CHARACTERS = 60_000;
/** Most characters of a body that leaves although the page is left: browsers hold 64 KB of all such requests. */
const MOST_KEPT_ALIVE = 8_000;

const measure = ({ body }: Call): number => (body ? JSON.stringify(body).length : 0);

/** Splits what waits by its contact, and so that a batch is neither too long nor too large; slow requests are alone. */
const split = (all: readonly Waiting[]): Waiting[][] => {
  const batches: { sender: unknown; size: number; waiting: Waiting[] }[] = [];
  for (const one of all) {
    const { headers, isSlow } = one.call.extras;
    const sender = isSlow ? one : headers?.['svc-id'];
    const size = measure(one.call);
    // A call by the project's key alone goes with those of any contact.
    const last = batches.findLast(
      (batch) => batch.sender === sender || (!isSlow && (sender === undefined || batch.sender === undefined)),
    );
    if (last && last.waiting.length < MOST_CALLS && last.size + size <= MOST_CHARACTERS) {
      last.waiting.push(one);
      last.size += size;
      last.sender ??= sender;
    } else batches.push({ sender, size, waiting: [one] });
  }
  return batches.map(({ waiting }) => waiting);
};

const readJson = async (response: Response): Promise<unknown> => response.json().catch(() => undefined);

const readRetry = ({ headers }: Response): Pick<Answer, 'retryAfter'> => {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? { retryAfter: seconds } : {};
};

/**
 * Sends the requests of one moment as one, which a browser sends without asking first: the widget's headers are in its body.
 * Where the platform does not know such requests yet, each is sent by itself.
 */
export const createBatches = (root: string, projectKey: string): ((call: Call) => Promise<Answer>) => {
  let waiting: Waiting[] = [];
  const request = (path: string, method: string, text: string | undefined, headers = {}): Promise<Response> =>
    fetch(`${root}/v3${path}`, {
      method,
      headers,
      ...(text !== undefined && { body: text }),
      // A click's report arrives also when the click leads away.
      keepalive: text !== undefined && text.length <= MOST_KEPT_ALIVE,
      // No cookie goes along.
      credentials: 'omit',
    });
  const sendAlone = async ({ method, path, body, extras }: Call): Promise<Answer> => {
    const headers = { 'api-token': projectKey, ...(body && { 'content-type': 'application/json' }) };
    const text = body && JSON.stringify(body);
    const response = await request(path, method, text, { ...headers, ...extras.headers });
    return { status: response.status, body: await readJson(response), ...readRetry(response) };
  };
  const sendTogether = async (calls: readonly Call[]): Promise<Promise<Answer>[]> => {
    const isByContact = ({ extras }: Call): boolean => extras.headers?.['svc-id'] !== undefined;
    const { 'svc-id': svcId, 'svc-hash': svcHash } = calls.find(isByContact)?.extras.headers ?? {};
    const text = JSON.stringify({
      'api-token': projectKey,
      'svc-id': svcId,
      'svc-hash': svcHash,
      calls: calls.map((call) => {
        const { method, path, body, extras } = call;
        const idempotencyKey = extras.headers?.['idempotency-key'];
        const byKey = (svcId !== undefined && !isByContact(call)) || undefined;
        return { method, path, body, idempotencyKey, byKey };
      }),
    });
    const response = await request('/shared/batch', 'POST', text);
    if (response.status === 404) return calls.map(sendAlone);
    const body = await readJson(response);
    return calls.map((_, index) => {
      const answer = response.ok ? (body as Answer[])[index] : undefined;
      return Promise.resolve(
        answer ?? { status: response.ok ? 502 : response.status, body, ...readRetry(response) },
      );
    });
  };
  const flush = async (): Promise<void> => {
    for (let turn = 0; turn < MOMENT; turn += 1) await Promise.resolve();
    const all = waiting;
    waiting = [];
    for (const batch of split(all))
      sendTogether(batch.map(({ call }) => call)).then(
        (answers) => batch.forEach(({ resolve, reject }, index) => answers[index]?.then(resolve, reject)),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
  };
  return (call) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) void flush();
      waiting.push({ call, resolve, reject });
    });
};
