import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Api } from './api';

/** What one request came to. */
export interface Seen {
  /** Which client sent it; each sends one request after the other. */
  client: number;
  what: string;
  /** 0 when the connection was refused or cut. */
  status: number;
  code: string;
  retryAfter: string | null;
}

/** A light load of reading and writing, by several clients at once. */
export interface Traffic {
  /** What was seen since the last call. */
  take(): Seen[];
  /** Titles of the tickets that were created for certain. */
  created(): string[];
  /** Ends it; each client sends its last request until it has succeeded. */
  stop(): Promise<void>;
}

const PAUSE_MS = 40;

/** Begins the load. A create that did not succeed is sent again under its key, as a careful client would. */
export const startTraffic = (api: Api, clients = 3): Traffic => {
  let seen: Seen[] = [];
  let stopping = false;
  const created: string[] = [];

  const send = async (client: number, what: string, request: () => Promise<Answer>): Promise<boolean> => {
    try {
      const { status, headers, body } = await request();
      seen.push({ client, what, status, code: body?.code ?? '', retryAfter: headers.get('retry-after') });
      return status < 300;
    } catch {
      seen.push({ client, what, status: 0, code: '', retryAfter: null });
      return false;
    }
  };

  const client = async (name: number): Promise<void> => {
    for (let round = 0; !stopping; round += 1) {
      const title = `Load ${name}-${round}`;
      const create = (): Promise<boolean> =>
        send(name, 'POST /tickets', () =>
          api.call('POST', '/tickets', { title, type: 'INQUIRY' }, { 'idempotency-key': title }),
        );
      while (!(await create())) await sleep(PAUSE_MS);
      created.push(title);
      await send(name, 'GET /tickets', () => api.call('GET', '/tickets?limit=5'));
      await send(name, 'GET /sessions', () => api.call('GET', '/sessions?limit=5'));
      await send(name, 'POST /sessions', () => api.call('POST', '/sessions', { userId: `load-${name}` }));
      await send(name, 'GET /tickets/search', () => api.call('GET', '/tickets/search?searchTerm=Load'));
      await send(name, 'GET /teams', () => api.call('GET', '/teams'));
      await send(name, 'GET /helpcenter', () => api.call('GET', '/helpcenter/collections'));
      await sleep(PAUSE_MS);
    }
  };
  const running = Array.from({ length: clients }, (_, name) => client(name));

  return {
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
    created: () => [...created],
    stop: async () => {
      stopping = true;
      await Promise.all(running);
    },
  };
};
