import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load } from './load';
import { type Target } from './platforms';
import { ACCOUNTS, textOf } from './seed';

/** A project to measure in. */
export interface Workspace {
  projectId: string;
  contactId: string;
  ticketId: string;
  headers: Record<string, string>;
}

const post = async <T>(
  base: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<T> => {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
};

const mailedCode = async (home: string, email: string): Promise<string> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const files = await Promise.resolve()
      .then(() => readdirSync(`${home}/mail`))
      .catch(() => []);
    const file = files.find((name) => name.endsWith(`${email}.eml`));
    const code =
      file &&
      /\b\d{6}\b/.exec(readFileSync(`${home}/mail/${file}`, 'utf8').split('\r\n\r\n').slice(1).join())?.[0];
    if (code) return code;
    await sleep(50);
  }
  throw new Error(`No code was mailed to ${email}`);
};

/** Signs up as a newcomer would and makes a project with one contact without address and one ticket. */
export const prepareWorkspace = async ({ base, home }: Target): Promise<Workspace> => {
  const email = `bench${Date.now()}@example.com`;
  await post(base, '/users', {
    email,
    name: 'Bench',
    password: 'correct horse battery',
    challengeToken: 'x',
  });
  const code = await mailedCode(home, email);
  const { token } = await post<{ token: string }>(base, '/users/verify', { email, code });
  const authorization = { authorization: `Bearer ${token}` };
  const { id: projectId } = await post<{ id: string }>(base, '/projects', { name: 'Bench' }, authorization);
  const headers = { ...authorization, project: projectId };
  const { id: contactId } = await post<{ id: string }>(
    base,
    '/sessions',
    { userId: 'bench', name: 'Lin Park' },
    headers,
  );
  const ticket = {
    title: textOf(0),
    type: 'INQUIRY',
    session: contactId,
    customData: { plan: 'pro' },
    tags: ['bench'],
  };
  const { id: ticketId } = await post<{ id: string }>(base, '/tickets', ticket, headers);
  return { projectId, contactId, ticketId, headers };
};

/** Ids of some tickets, spread over the list. */
export const sampleTickets = async (
  base: string,
  headers: Record<string, string>,
  size: number,
): Promise<string[]> => {
  const skip = Math.max(0, Math.floor(size / 2) - 250);
  const response = await fetch(`${base}/tickets?limit=500&skip=${skip}`, { headers });
  const { tickets } = (await response.json()) as { tickets: { id: string }[] };
  return tickets.map(({ id }) => id);
};

const ticketBody = (n: number, contactId: string): Record<string, unknown> => ({
  title: textOf(n),
  type: 'INQUIRY',
  session: contactId,
  customData: { plan: 'pro', seats: n },
  tags: ['bench'],
});

/** The loads on the platform, reads first so that they see the size that was seeded. */
export const platformLoads = (
  base: string,
  { contactId, headers }: Workspace,
  ids: readonly string[],
): Load[] => {
  const idOf = (n: number): string => ids[n % ids.length] ?? '';
  const load = (name: string, request: Load['request']): Load => ({ name, base, headers, request });
  return [
    load('get ticket', (n) => ({ method: 'GET', path: `/tickets/${idOf(n)}` })),
    load('list 50', () => ({ method: 'GET', path: '/tickets?limit=50' })),
    load('filtered list 50', () => ({ method: 'GET', path: '/tickets?limit=50&status=OPEN&type=INQUIRY' })),
    load('list 50 by custom data', (n) => ({
      method: 'GET',
      path: `/tickets?limit=50&customData.account=${n % ACCOUNTS}`,
    })),
    load('search', (n) => ({
      method: 'GET',
      path: `/tickets/search?searchTerm=case${1 + ((n * 37) % 1_900)}`,
    })),
    load('search, common words', () => ({
      method: 'GET',
      path: '/tickets/search?searchTerm=invoice%20refund',
    })),
    load('add message', (n) => ({
      method: 'POST',
      path: '/messages',
      body: { ticket: idOf(n), comment: `Answer ${textOf(n)}` },
    })),
    load('create ticket', (n) => ({ method: 'POST', path: '/tickets', body: ticketBody(n, contactId) })),
  ];
};

/** The same get and create on a reference. */
export const referenceLoads = (base: string, project: string, ids: readonly string[]): Load[] => {
  const headers = { project };
  return [
    {
      name: 'get ticket',
      base,
      headers,
      request: (n) => ({ method: 'GET', path: `/tickets/${ids[n % ids.length] ?? ''}` }),
    },
    {
      name: 'create ticket',
      base,
      headers,
      request: (n) => ({ method: 'POST', path: '/tickets', body: ticketBody(n, 'c0ffee') }),
    },
  ];
};
