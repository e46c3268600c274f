import { type Role, roleAllows } from '@parley/auth';
import { type Answer, type Api, createApi } from './support/api';
import { type Documents, listSecrets, settledDocuments } from './support/documents';
import { fillProject, type FullProject } from './support/full-project';
import { sendEachField } from './support/kept-fields';
import { type Mailbox, openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';
import { type ProbeRequest, probes } from './support/requests';
import {
  type Caller,
  matchesPath,
  readDocument,
  readSurface,
  type SurfaceOperation,
} from './support/surface';
import { openWebSite, type WebSite } from './support/web-site';

/** An operation with one of its requests. */
interface Probe {
  operation: SurfaceOperation;
  request: ProbeRequest;
}

const send = (
  api: Api,
  { operation: { method }, request: { path, body, headers } }: Probe,
): Promise<Answer> => api.call(method, path, body, headers);

/** Codes of a caller who is not let in. */
const notLetIn: unknown[] = [
  'unauthenticated',
  'invalid_token',
  'invalid_session',
  'permission_denied',
  'project_forbidden',
];

/** Operations on what belongs to an organisation, or may: they say in words which admin they need. */
const ofOrganisation = [
  'projects.create',
  'invitations.list-organisation',
  'invitations.invite-organisation',
  'invitations.delete',
];

/** Fields that are answered otherwise than they were sent, by a rule that the document states. */
const answeredOtherwise = {
  'sessions.create companyName': 'follows the company of a contact that has one',
  'sessions.update companyName': 'the same',
  'widget.identify companyName': 'the same',
  's2s-contacts.upsert companyName': 'the same',
  's2s-conversations.update attributes': 'null takes a member away',
  'server-client.identify companyName': 'follows the company of a contact that has one',
  'server-client.add-company-entry stageId': 'a company that is on the board is answered as it stands there',
  'server-client.add-company-entry values': 'the same',
  'server-client.add-contact-entry stageId': 'the same',
  'server-client.add-contact-entry values': 'the same',
  'tickets.compose noHumanInteraction': 'the message that it begins with is a person’s',
  'tickets.import tickets': 'what became of each is answered',
  'messages.create data': 'its content is answered as a document',
  'messages.thread-reply data': 'the same',
  'mailboxes.update incoming': 'passwords are not shown',
  'mailboxes.update outgoing': 'the same',
  'helpcenter-collections.create baseAudienceFilter': 'inherited from a parent',
  'pipelines.add-entry values': 'whoever is on the board is answered as it stands there',
  'pipelines.add-entry dueDate': 'the same',
};

const isWidgetKey = (header: string): boolean => ['api-token', 'svc-id', 'svc-hash'].includes(header);

/** Everything that a request says. */
const toText = ({ request: { path, body, headers } }: Probe): string => {
  const sent = body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body);
  return [decodeURIComponent(path), sent, JSON.stringify(headers)].join(' ');
};

/** What a failure tells of a request and its answer. */
const shown = (probe: Probe, { status, body }: Answer): object => ({
  operation: probe.operation.id,
  asked: toText(probe),
  status,
  told: JSON.stringify(body).slice(0, 500),
});

describe('every operation that the platform documents', () => {
  let mailbox: Mailbox;
  let site: WebSite;
  let platform: RunningPlatform;
  let surface: SurfaceOperation[];
  const anonymous = createApi(() => `${platform.origin}/v3`, {}, 'requests too');
  const fill = (): Promise<FullProject> => fillProject(anonymous, mailbox, site);
  const listProbes = (its: FullProject, mine: FullProject): Probe[] =>
    surface.flatMap((operation) =>
      (probes[operation.id]?.(its, mine) ?? []).map((request) => ({ operation, request })),
    );

  beforeAll(async () => {
    [mailbox, site] = await Promise.all([openMailbox(), openWebSite()]);
    platform = await startPlatform({
      PARLEY_DEMO: '0',
      SMTP_URL: mailbox.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      SCHEDULED_REPLY_DELAY_SECONDS: '3600',
      SIGNUP_LIMIT_PER_HOUR: '1000',
      RATE_LIMIT_PER_MINUTE: '100000',
    });
    surface = await readSurface(platform.origin);
  });
  afterAll(async () => {
    await platform.stop();
    await Promise.all([mailbox.close(), site.close()]);
    removeHome(platform.home);
  });

  it('has requests here, and there are none beside', () => {
    expect(Object.keys(probes).sort()).toEqual(surface.map(({ id }) => id).sort());
  });

  describe('called from another project', () => {
    let its: FullProject;
    let mine: FullProject;
    let before: Documents;
    let secrets: string[];
    beforeAll(async () => {
      [its, mine] = await Promise.all([fill(), fill()]);
      before = await settledDocuments(surface, its);
      secrets = listSecrets(before, its);
    });

    const betrayed = ({ body, headers }: Answer, asked: string): string[] => {
      const told = JSON.stringify([body, [...headers]]);
      return secrets.filter((secret) => told.includes(secret) && !asked.includes(secret));
    };

    it('finds none of its things, refers to none, and is told nothing of it', async () => {
      expect(secrets.length).toBeGreaterThan(80);
      const wrong: object[] = [];
      // What is written under a name of the other project's is one's own from then on: so that comes last.
      const rankPhase = ({ operation: { method }, request: { stranger } }: Probe): number =>
        method === 'GET' ? 0 : stranger ? 1 : 2;
      const ordered = listProbes(its, mine).sort((one, other) => rankPhase(one) - rankPhase(other));
      let written = '';
      for (const probe of ordered) {
        const asked = toText(probe);
        if (probe.operation.method !== 'GET') written += asked;
        expect(matchesPath(probe.operation, probe.request.path)).toBe(true);
        const { caller = mine.admin, stranger } = probe.request;
        const answer = await send(caller, probe);
        const { status, body } = answer;
        const leaks = betrayed(answer, written + asked);
        const refused =
          stranger === undefined
            ? status < 300
            : status === stranger.status &&
              (stranger.code === undefined || body.code === stranger.code) &&
              (stranger.field === undefined ||
                body.errors?.some(({ field }: { field: string }) => field === stranger.field));
        if (!refused || leaks.length > 0) wrong.push({ ...shown(probe, answer), expected: stranger, leaks });
      }
      expect(wrong).toEqual([]);
    });

    it('opens nothing there, whatever is asked for', async () => {
      const wrong: object[] = [];
      for (const probe of listProbes(its, its).filter(({ operation }) => operation.inProject)) {
        const answer = await send(mine.admin.as({ project: its.projectId }), probe);
        const leaks = betrayed(answer, toText(probe));
        if (answer.status !== 403 || answer.body.code !== 'project_forbidden' || leaks.length > 0)
          wrong.push({ ...shown(probe, answer), leaks });
      }
      expect(wrong).toEqual([]);
    });

    it('changed nothing there by any of it', async () => {
      expect(await settledDocuments(surface, its)).toEqual(before);
    });
  });

  describe('called by role', () => {
    /** Whatever takes something away comes last, and what it is in after it. */
    const rank = ({ operation: { id, method, path } }: Probe): number => {
      if (method !== 'DELETE') return 0;
      return id === 'sessions.delete' ? 100 : 10 - path.split('/').length;
    };

    it('serves agents, users and admins what the table of roles gives them, and names what is missing', async () => {
      const its = await fill();
      const wrong: object[] = [];
      const asked = { agent: 0, denied: 0 };
      const ordered = listProbes(its, its)
        .filter(({ operation: { permission }, request }) => permission !== undefined && !request.caller)
        .sort((one, other) => rank(one) - rank(other));
      for (const probe of ordered) {
        const { permission } = probe.operation;
        if (permission === undefined) continue;
        const ask = async (role: 'agent' | 'user' | 'admin', api: Api): Promise<void> => {
          const answer = await send(api, probe);
          const { status, body } = answer;
          const { own } = probe.request;
          const right = roleAllows(role, permission)
            ? own === undefined
              ? status < 300
              : status === own
            : status === 403 && body.code === 'permission_denied' && body.message.includes(permission);
          if (!right) wrong.push({ ...shown(probe, answer), role, permission });
        };
        asked.agent += 1;
        await ask('agent', its.agent);
        if (roleAllows('agent', permission)) continue;
        asked.denied += 1;
        if (!roleAllows('user', permission)) await ask('user', its.service);
        await ask('admin', its.admin);
      }
      expect(wrong).toEqual([]);
      expect(asked.denied).toBeGreaterThan(20);
      expect(asked.agent - asked.denied).toBeGreaterThan(60);
    });

    it('lets in whom the document names, with the permission that it names, and no one else', async () => {
      const its = await fill();
      const nobody = its.admin.as({ token: undefined, project: undefined });
      const people = { agent: its.agent, admin: its.admin };
      const wrong: object[] = [];
      let isLetIn = 0;
      const ask = async (probe: Probe, by: string, api: Api, code: string | undefined): Promise<void> => {
        const answer = await send(api, probe);
        const refusal = notLetIn.includes(answer.body?.code) ? answer.body.code : undefined;
        if (refusal === undefined) isLetIn += 1;
        if (refusal !== code) wrong.push({ ...shown(probe, answer), by, expected: code });
      };
      const first = surface.flatMap((operation) => {
        const [request] = probes[operation.id]?.(its, its) ?? [];
        return request ? [{ operation, request }] : [];
      });
      expect(first).toHaveLength(surface.length);
      for (const probe of first.sort((one, other) => rank(one) - rank(other))) {
        const { callers, permission } = probe.operation;
        const findRefusal = (caller: Caller, role: Role): string | undefined => {
          if (callers.includes('contact') || callers.includes('server')) return undefined;
          if (ofOrganisation.includes(probe.operation.id) && role !== 'admin') return 'permission_denied';
          const isTaken = callers.includes(caller) || callers.includes('anyone');
          return isTaken && (!permission || roleAllows(role, permission)) ? undefined : 'permission_denied';
        };
        const { headers = {} } = probe.request;
        const keyless = Object.fromEntries(Object.entries(headers).filter(([name]) => !isWidgetKey(name)));
        const anonymously = { ...probe, request: { ...probe.request, headers: keyless } };
        const needed = callers.includes('contact') ? 'invalid_session' : 'unauthenticated';
        await ask(anonymously, 'nobody', nobody, callers.includes('anyone') ? undefined : needed);
        for (const [role, api] of Object.entries(people))
          await ask(probe, role, api, findRefusal('user', role as keyof typeof people));
        await ask(probe, 'service', its.service, findRefusal('service_account', 'user'));
      }
      expect(wrong).toEqual([]);
      expect(isLetIn).toBeGreaterThan(700);
    });

    it('keeps an agent from a contact’s tags, and from nothing else of it', async () => {
      const its = await fill();
      const path = `/sessions/${its.ids.contact}`;
      const refused = { status: 403, body: { code: 'permission_denied' } };
      for (const [method, where, body] of [
        ['PUT', path, { tags: ['vip'] }],
        ['POST', '/sessions', { email: 'tagged@example.com', tags: ['vip'] }],
        ['POST', '/sessions/importer', { sessions: [{ userId: its.texts.userId, tags: ['vip'] }] }],
      ] as const) {
        const answer = await its.agent.call(method, where, body);
        expect(answer).toMatchObject(refused);
        expect(answer.body.message).toContain('SESSION_TAGS_UPDATE');
      }
      expect((await its.agent.call('PUT', path, { name: 'New', tags: [] })).status).toBe(200);
      expect((await its.service.call('PUT', path, { tags: ['vip'] })).body.tags).toEqual(['vip']);
      expect((await its.agent.call('PUT', path, { lang: 'de', tags: ['vip'] })).status).toBe(200);
    });
  });

  it('keeps each known field of a body, refuses it in words, or names it as ignored', async () => {
    const { kept, dropped } = await sendEachField(await readDocument(platform.origin), await fill());
    expect(dropped).toEqual(Object.keys(answeredOtherwise));
    expect(kept.length).toBeGreaterThan(600);
  });
});
