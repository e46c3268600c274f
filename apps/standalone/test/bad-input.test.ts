import { type Answer, createApi } from './support/api';
import { fillProject, type FullProject } from './support/full-project';
import { hostileParameters, hostileQueries, hostileValues, findType } from './support/hostile';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';
import { type ProbeRequest, probes } from './support/requests';
import { readSurface, type SurfaceOperation } from './support/surface';
import { openWebSite, type WebSite } from './support/web-site';

/** Requests on their way at once. */
const AT_ONCE = 8;

/**
 * One in so many requests is sent, each time others of an operation's: the values meet the same readers at hundreds of operations.
 * `PARLEY_TEST_BAD_INPUT=all` sends every one.
 */
const ONE_IN = process.env['PARLEY_TEST_BAD_INPUT'] === 'all' ? 1 : 8;

interface Sent {
  operation: string;
  method: string;
  request: ProbeRequest;
}

const isJson = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !(body instanceof FormData) && !(body instanceof Uint8Array);

/** Operations that change what the requests of others depend on come last. */
const rank = ({ id }: SurfaceOperation): number => (/^(projects|project-members|users)\./.test(id) ? 1 : 0);

const withBadBodies = ({ body: fields }: SurfaceOperation, request: ProbeRequest): ProbeRequest[] => {
  const { body = {} } = request;
  if (!isJson(body)) return [];
  return Object.entries(fields).flatMap(([field, schema]) =>
    hostileValues(schema).map((value) => ({ ...request, body: { ...body, [field]: value } })),
  );
};

const withBadQueries = ({ query }: SurfaceOperation, request: ProbeRequest): ProbeRequest[] => {
  const [path = '', given = ''] = request.path.split('?');
  const named = query.flatMap((name) =>
    hostileParameters.map((text) => {
      const others = new URLSearchParams(given);
      others.set(name, text);
      return others.toString();
    }),
  );
  return [...named, ...hostileQueries.map((bad) => (given === '' ? bad : `${given}&${bad}`))].map((bad) => ({
    ...request,
    path: `${path}?${bad}`,
  }));
};

const withBadPaths = ({ path, method }: SurfaceOperation, request: ProbeRequest): ProbeRequest[] => {
  const steps = path.split('/');
  const [filled = '', query = ''] = request.path.split('?');
  return steps.flatMap((step, index) =>
    !step.startsWith('{') || method === 'DELETE'
      ? []
      : hostileParameters
          .filter((text) => text.trim() !== '')
          .map((text) => {
            const bad = filled.split('/').with(index, encodeURIComponent(text)).join('/');
            return { ...request, path: query === '' ? bad : `${bad}?${query}` };
          }),
  );
};

/** Path parameters that may name something new. */
const created: Record<string, string> = {
  'companies.upsert': '{companyId}',
  'contact-memory.put': '{entryName}',
  'knowledge.update-content': '{contentId}',
  's2s-contacts.create-conversation': '{consumerId}',
  's2s-contacts.upsert': '{consumerId}',
  'server-client.upsert-company': '{companyId}',
};

/** Path parameters that need not name anything: what is not there is deleted, and an account changes itself alone. */
const free: Record<string, string> = {
  'contact-memory.delete': '{entryName}',
  'knowledge.delete-content-batch': '{batchId}',
  'youtube-source.delete-batch': '{batchId}',
  'users.update-me': '{userId}',
};

/** The request, with each of its path ids in turn replaced by one that nothing has, of the form of an id and of another. */
const ofUnknown = ({ id, path }: SurfaceOperation, request: ProbeRequest): ProbeRequest[] => {
  const [filled = '', query] = request.path.split('?');
  return path.split('/').flatMap((step, index) =>
    !step.startsWith('{') || [created[id], free[id]].includes(step)
      ? []
      : ['f'.repeat(24), 'nothing'].map((unknown) => ({
          ...request,
          path: [filled.split('/').with(index, unknown).join('/'), query].filter(Boolean).join('?'),
        })),
  );
};

/** A request with a body that is no JSON, with one whose every field is of a wrong type, and with a query that is refused. */
const faulty = (operation: SurfaceOperation, request: ProbeRequest): ProbeRequest[] => {
  const { path, headers } = request;
  const wrong = Object.fromEntries(
    Object.entries(operation.body).map(([field, schema]) => [
      field,
      findType(schema) === 'string' ? [5] : 'x',
    ]),
  );
  const bodies = operation.method === 'GET' ? [] : [Buffer.from('{'), wrong];
  return [
    ...bodies.map((body) => ({ ...request, body })),
    { ...request, path: `${path}${path.includes('?') ? '&' : '?'}limit=-1&unknown=` },
  ].map((one) => ({ ...one, headers: { 'content-type': 'application/json', ...headers } }));
};

/** Codes of a caller who is not let in at all. */
const notReached = ['unauthenticated', 'invalid_token', 'project_required', 'rate_limited'];

/** What is wrong with an answer to a request that no well-meant program sends; undefined when nothing is. */
const findFault = ({ status, body, headers }: Answer): string | undefined => {
  if (status >= 500) return 'is a fault';
  if (headers.get('x-injected') !== null) return 'has a header of the caller';
  if (status < 400) return undefined;
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return 'is no problem document';
  const told = body as Record<string, unknown>;
  if (told['status'] !== status || !/^[a-z][a-z_]+$/.test(String(told['code']))) return 'has no code';
  return notReached.includes(String(told['code'])) ? 'does not reach what is tested' : undefined;
};

describe('input that nobody means well', () => {
  let mailbox: Mailbox;
  let site: WebSite;
  let platform: RunningPlatform;
  let surface: SurfaceOperation[];
  let its: FullProject;
  const anonymous = createApi(() => `${platform.origin}/v3`);

  beforeAll(async () => {
    [mailbox, site] = await Promise.all([openMailbox(), openWebSite()]);
    platform = await startPlatform({
      PARLEY_DEMO: '0',
      SMTP_URL: mailbox.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      SCHEDULED_REPLY_DELAY_SECONDS: '3600',
      SIGNUP_LIMIT_PER_HOUR: '1000000',
      LOGIN_LIMIT_PER_MINUTE: '1000000',
      AUTH_FAILURE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    });
    surface = (await readSurface(platform.origin)).sort((one, other) => rank(one) - rank(other));
    its = await fillProject(anonymous, mailbox, site);
  });
  afterAll(async () => {
    await platform.stop();
    await Promise.all([mailbox.close(), site.close()]);
    removeHome(platform.home);
  });

  const listRequests = (
    spoil: (operation: SurfaceOperation, request: ProbeRequest) => ProbeRequest[],
  ): Sent[] =>
    surface
      .flatMap((operation) =>
        (probes[operation.id]?.(its, its) ?? [])
          .slice(0, 1)
          .flatMap((request) => spoil(operation, request))
          .map((request) => ({ operation: operation.id, method: operation.method, request })),
      )
      .filter((_, index) => index % ONE_IN === 0);

  const findFaults = async (all: readonly Sent[], judge = findFault): Promise<object[]> => {
    const faults: object[] = [];
    const queue = all.values();
    const work = async (): Promise<void> => {
      for (const { operation, method, request } of queue) {
        const { path, body, headers, caller = its.admin } = request;
        const answer = await caller.call(method, path, body, headers);
        const fault = judge(answer);
        if (fault === undefined) continue;
        const shown = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 400);
        faults.push({
          operation,
          fault,
          path: path.slice(0, 300),
          sent: shown(body),
          status: answer.status,
          told: shown(answer.body),
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return faults;
  };

  it('in a path is a problem of the caller’s and no fault', async () => {
    const all = listRequests(withBadPaths);
    expect(all.length).toBeGreaterThan(1_200 / ONE_IN);
    expect(await findFaults(all)).toEqual([]);
  }, 600_000);

  it('in a query is a problem of the caller’s and no fault', async () => {
    const all = listRequests((operation, request) =>
      operation.method === 'GET' ? withBadQueries(operation, request) : [],
    );
    expect(all.length).toBeGreaterThan(4_000 / ONE_IN);
    expect(await findFaults(all)).toEqual([]);
  }, 600_000);

  it('in a body is a problem of the caller’s and no fault', async () => {
    const all = listRequests(withBadBodies);
    expect(all.length).toBeGreaterThan(6_000 / ONE_IN);
    expect(await findFaults(all)).toEqual([]);
  }, 600_000);

  it('about something unknown is 404 first', async () => {
    const all = surface.flatMap((operation) =>
      (probes[operation.id]?.(its, its) ?? [])
        .slice(0, 1)
        .flatMap((request) => ofUnknown(operation, request))
        .flatMap((request) => [
          ...faulty(operation, request),
          ...withBadBodies(operation, request).filter((_, index) => index % ONE_IN === 0),
        ])
        .map((request) => ({ operation: operation.id, method: operation.method, request })),
    );
    expect(all.length).toBeGreaterThan(1_200);
    const isUnknown = ({ status, body }: Answer): boolean =>
      status === 404 || (status === 403 && body.code === 'project_forbidden');
    expect(await findFaults(all, (answer) => (isUnknown(answer) ? undefined : 'is not 404'))).toEqual([]);
  }, 600_000);

  it('about something new is 400', async () => {
    const all = surface.flatMap((operation) =>
      (probes[operation.id]?.(its, its) ?? []).slice(0, 1).flatMap((request) => {
        const at = operation.path.split('/').indexOf(created[operation.id] ?? '-');
        if (at < 0) return [];
        const path = request.path.split('/').with(at, 'new').join('/');
        return [
          { operation: operation.id, method: operation.method, request: { ...request, path, body: [] } },
        ];
      }),
    );
    expect(all).toHaveLength(Object.keys(created).length);
    expect(await findFaults(all, ({ status }) => (status === 400 ? undefined : 'is not 400'))).toEqual([]);
  });

  it('leaves a platform that is ready and has nothing to complain of', async () => {
    expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200);
    expect((await its.admin.call('GET', `/tickets/${its.ids.ticket}`)).status).toBe(200);
    expect(
      platform
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":"error"')),
    ).toEqual([]);
  });
});
