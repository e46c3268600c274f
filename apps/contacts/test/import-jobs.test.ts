import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { DROP_ENDED } from '../src/imports/import-job.store';
import { formerQueues } from '../src/jobs/former-queues.sql';
import { adoptJobs } from '@parley/jobs';
import { startContacts, type TestContacts, type TestProject } from './support/contacts';
import { type ApiReply, type FakeApi, startFakeApi } from './support/fake-api';
import { importJob, importReaches } from './support/import-jobs';

let api: FakeApi;
let service: TestContacts;
let project: TestProject;
let offset = 0;
const clock = () => new Date(Date.now() + offset);
const pass = (seconds: number) => {
  offset += seconds * 1_000;
};

beforeAll(async () => {
  api = await startFakeApi();
  service = await startContacts({ clock, config: { hubspotUrl: api.url } });
});
afterAll(async () => {
  await service.stop();
  await api.stop();
});
beforeEach(() => {
  project = service.project();
  api.requests.splice(0);
});

const user = () => project.as('user');
const start = async (): Promise<string> =>
  (await service.imports.startHubspotImport({ apiKey: 'secret-key' }, user())).jobId;
const reaches = (jobId: string, ...states: string[]) => importReaches(service, jobId, user(), ...states);
const page = (ids: readonly number[], after?: string): ApiReply => ({
  json: {
    results: ids.map((id) => ({ id: String(id), properties: { email: `user.${id}@example.com` } })),
    ...(after && { paging: { next: { after } } }),
  },
});
const count = async (): Promise<number> =>
  (await service.contacts.listContacts({ limit: 100 }, user())).contacts.length;
/** The job of an import, once it waits for its next attempt. */
const waitingJob = (jobId: string): Promise<{ attempts: number; dueAt: Date; delay: number }> =>
  eventually(async () => {
    const [row] = await service.db.query<{ attempts: number; dueAt: Date; delay: number }>(
      `SELECT j.attempts, j.due_at AS "dueAt", floor(EXTRACT(epoch FROM j.due_at - i.updated_at))::int AS delay
         FROM contact_import i JOIN job j ON j.name = 'contact import' AND j.project_id = i.project_id AND j.key = i.id
        WHERE i.id = $1 AND i.status = 'waiting' AND j.status = 'waiting'`,
      [jobId],
    );
    if (!row) throw new Error('It does not wait');
    return row;
  });

describe('an import', () => {
  it('waits as long as 429 asks for by Retry-After, then goes on where it was', async () => {
    let isLimited = true;
    api.answer = ({ query }) => {
      if (query['after'] === undefined) return page([1, 2], 'b');
      return isLimited ? { status: 429, headers: { 'retry-after': '40' }, json: {} } : page([3]);
    };
    const jobId = await start();
    expect(await reaches(jobId, 'waiting')).toMatchObject({
      created: 2,
      lastError: 'HubSpot asks to slow down (HTTP 429).',
    });
    expect(await waitingJob(jobId)).toMatchObject({ delay: 40 });
    isLimited = false;
    pass(41);
    const job = await reaches(jobId, 'done', 'failed');
    expect(job).toMatchObject({ status: 'done', created: 3, updated: 0 });
    expect(job.lastError).toBeUndefined();
    expect(api.requests.map(({ query }) => query['after'])).toEqual([undefined, 'b', 'b']);
  });

  it('waits until X-RateLimit-Reset when 429 says no more', async () => {
    const reset = Math.ceil(clock().getTime() / 1_000) + 70;
    api.answer = () => ({ status: 429, headers: { 'x-ratelimit-reset': String(reset) }, json: {} });
    const jobId = await start();
    await reaches(jobId, 'waiting');
    const { dueAt } = await waitingJob(jobId);
    // What lies between hearing of it and writing it down is waited for too.
    const late = dueAt.getTime() - reset * 1_000;
    expect(late).toBeGreaterThanOrEqual(-1);
    expect(late).toBeLessThan(30_000);
    api.answer = () => page([]);
    pass(101);
    await reaches(jobId, 'done');
  });

  it('tries again after 5 s, 10 s and so on while the platform fails, and fails after 12 failures', async () => {
    api.answer = () => ({ status: 502, text: '<html>' });
    const jobId = await start();
    const failed = (times: number) =>
      eventually(async () => {
        const job = await waitingJob(jobId);
        expect(job.attempts).toBe(times);
        return job;
      });
    expect(await failed(1)).toMatchObject({ delay: 5 });
    pass(6);
    expect(await failed(2)).toMatchObject({ delay: 10 });
    await service.db.query(`UPDATE job SET attempts = 11 WHERE key = $1`, [jobId]);
    pass(5);
    pass(10);
    expect(await reaches(jobId, 'failed')).toMatchObject({
      lastError: 'HubSpot failed (HTTP 502).',
      finishedAt: expect.any(String),
    });
    expect(api.requests).toHaveLength(3);
  });

  it.each([
    [{ status: 401, json: {} }, 'HubSpot refused the credentials for /crm/v3/objects/contacts (HTTP 401).'],
    [{ status: 403, json: {} }, 'HubSpot refused the credentials for /crm/v3/objects/contacts (HTTP 403).'],
    [{ status: 404, json: {} }, 'HubSpot knows no /crm/v3/objects/contacts (HTTP 404).'],
    [{ status: 400, json: {} }, 'HubSpot refused the request for /crm/v3/objects/contacts (HTTP 400).'],
    [{ text: '<html>' }, 'HubSpot answered something else than JSON.'],
    [{ json: { ok: true } }, 'HubSpot answered something else than contacts.'],
  ] satisfies [ApiReply, string][])('fails at once on %j, with the reason', async (reply, lastError) => {
    api.answer = () => reply;
    const jobId = await start();
    expect(await reaches(jobId, 'failed', 'waiting')).toMatchObject({
      status: 'failed',
      lastError,
      created: 0,
    });
    expect(api.requests).toHaveLength(1);
    const [row] = await service.db.query('SELECT access FROM contact_import WHERE id = $1', [jobId]);
    expect(row).toEqual({ access: null });
  });

  it('is waited for when the caller asks, and answers the ids of its contacts, each once, without deleted ones', async () => {
    const known = { contact: { email: 'user.2@example.com' } };
    const met = (await service.contacts.createContact(known, user())).contact?.id;
    api.answer = ({ query }) => (query['after'] === undefined ? page([1, 2], 'b') : page([2, 3]));
    const answer = await service.imports.startHubspotImport({ apiKey: 'secret-key', wait: true }, user());
    expect(answer).toMatchObject({ jobId: expect.stringMatching(/^[0-9a-f]{24}$/), status: 'done' });
    const { contacts } = await service.contacts.listContacts({ limit: 100 }, user());
    expect(contacts).toHaveLength(3);
    expect([...(answer.ids ?? [])].sort()).toEqual(contacts.map(({ id }) => id).sort());
    expect(answer.ids).toContain(met);
    // Nobody waits for another import: the ids of its contacts are kept nowhere.
    const other = await start();
    await reaches(other, 'done');
    expect(await service.db.query('SELECT FROM imported_contact WHERE import_id = $1', [other])).toEqual([]);
  });

  it('that takes longer than 30 s is answered as it is by then, with the ids so far', async () => {
    api.answer = ({ query }) => {
      if (query['after'] === undefined) return page([1], 'b');
      pass(31);
      return { status: 503, json: {} };
    };
    const answer = await service.imports.startHubspotImport({ apiKey: 'secret-key', wait: true }, user());
    expect(answer.status).not.toBe('done');
    expect(answer.ids).toHaveLength(1);
  });

  it('ends when a platform gives the same page again and again', async () => {
    api.answer = () => page([1], 'same');
    expect(await reaches(await start(), 'failed')).toMatchObject({
      lastError: 'HubSpot gave the same page again.',
      created: 1,
    });
  });

  it('is finished by another worker when its own goes away, each page once', async () => {
    let answerLate: (reply: ApiReply) => void = () => undefined;
    let isFirst = true;
    api.answer = ({ query }) => {
      if (query['after'] === undefined) return page([1, 2], 'b');
      if (query['after'] === 'c') return page([5]);
      if (!isFirst) return page([3, 4], 'c');
      isFirst = false;
      return new Promise((resolve) => {
        answerLate = resolve;
      });
    };
    const jobId = await start();
    await eventually(() => expect(api.requests).toHaveLength(2));
    expect(await importJob(service, jobId, user())).toMatchObject({ status: 'running', created: 2 });
    // The first worker is as good as dead: its lease of 60 s ends.
    pass(61);
    expect(await reaches(jobId, 'done', 'failed')).toMatchObject({ status: 'done', created: 5, updated: 0 });
    // It was not dead after all, and must not write its page a second time.
    answerLate(page([3, 4, 6], 'c'));
    expect(await count()).toBe(5);
    pass(61);
    const next = await start();
    api.answer = () => page([1]);
    await reaches(next, 'done');
    expect(await count()).toBe(5);
    expect(await importJob(service, jobId, user())).toMatchObject({ status: 'done', created: 5 });
    expect(api.requests.map(({ query }) => query['after']).slice(0, 4)).toEqual([undefined, 'b', 'b', 'c']);
  });

  it('gives way to others after 10 pages and goes on afterwards', async () => {
    api.answer = ({ query }) => {
      const number = Number(query['after'] ?? 0);
      return page([number], number < 24 ? String(number + 1) : undefined);
    };
    expect(await reaches(await start(), 'done')).toMatchObject({ created: 25 });
  });

  it('ends with its last page in one transaction, so that no page is read again after it', async () => {
    api.answer = ({ query }) => (query['after'] === undefined ? page([1], 'b') : page([2]));
    await service.db.query(
      `CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.status = 'done' AND NEW.project_id = TG_ARGV[0] THEN RAISE 'no'; END IF; RETURN NEW; END $$`,
    );
    await service.db.query(
      `CREATE TRIGGER refuse_end BEFORE UPDATE ON contact_import FOR EACH ROW EXECUTE FUNCTION refuse_end('${project.id}')`,
    );
    try {
      const jobId = await start();
      expect(await reaches(jobId, 'waiting')).toMatchObject({ created: 1 });
      expect(await count()).toBe(1);
      await service.db.query('DROP TRIGGER refuse_end ON contact_import');
      pass(10);
      expect(await reaches(jobId, 'done')).toMatchObject({ created: 2, updated: 0 });
      expect(api.requests.map(({ query }) => query['after'])).toEqual([undefined, 'b', 'b']);
    } finally {
      await service.db.query('DROP FUNCTION refuse_end CASCADE');
    }
  });

  it('counts its failures anew when it got on', async () => {
    let begins = false;
    api.answer = ({ query }) =>
      begins && query['after'] === undefined ? page([1], 'b') : { status: 502, text: '<html>' };
    const jobId = await start();
    expect(await waitingJob(jobId)).toMatchObject({ attempts: 1, delay: 5 });
    await service.db.query(`UPDATE job SET attempts = 11 WHERE key = $1`, [jobId]);
    begins = true;
    pass(6);
    await eventually(async () =>
      expect(await importJob(service, jobId, user())).toMatchObject({ created: 1 }),
    );
    expect(await waitingJob(jobId)).toMatchObject({ attempts: 1, delay: 5 });
    await service.db.query('DELETE FROM contact_import WHERE id = $1', [jobId]);
  });

  it('that a process of a former release works on is taken from it, with the place where it is', async () => {
    api.answer = () => ({ status: 429, headers: { 'retry-after': '3000' }, json: {} });
    const jobId = await start();
    await waitingJob(jobId);
    await service.db.query(`DELETE FROM job WHERE key = $1`, [jobId]);
    await service.db.query(
      `UPDATE contact_import SET status = 'running', lease = 'of a former release', attempts = 1, position = 'b',
         due_at = now() + interval '1 minute' WHERE id = $1`,
      [jobId],
    );
    api.answer = () => page([1]);
    await adoptJobs(service.db, formerQueues, clock());
    expect(await reaches(jobId, 'done')).toMatchObject({ created: 1 });
    expect(api.requests.map(({ query }) => query['after'])).toEqual([undefined, 'b']);
    const rows = await service.db.query('SELECT lease FROM contact_import WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ lease: null }]);
  });

  it('writes the contacts of a page and its progress together or not at all', async () => {
    api.answer = ({ query }) => (query['after'] === undefined ? page([1], 'b') : page([2]));
    await service.db.query(
      `CREATE FUNCTION refuse_two() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF NEW.email = 'user.2@example.com' AND NEW.project_id = TG_ARGV[0] THEN RAISE 'no'; END IF; RETURN NEW; END $$`,
    );
    await service.db.query(
      `CREATE TRIGGER refuse_two BEFORE INSERT ON contact FOR EACH ROW EXECUTE FUNCTION refuse_two('${project.id}')`,
    );
    try {
      const jobId = await start();
      expect(await reaches(jobId, 'waiting')).toMatchObject({
        created: 1,
        lastError: 'Something went wrong on our side.',
      });
      await service.db.query('DROP TRIGGER refuse_two ON contact');
      pass(10);
      expect(await reaches(jobId, 'done')).toMatchObject({ created: 2 });
      expect(await count()).toBe(2);
    } finally {
      await service.db.query('DROP FUNCTION refuse_two CASCADE');
    }
  });
});

describe('the imports of a project', () => {
  const tooMany = { kind: 'conflict', reason: 'TOO_MANY_IMPORTS' };
  const stored = async (projectId = project.id): Promise<string[]> => {
    const rows = await service.db.query<{ id: string }>(
      'SELECT id FROM contact_import WHERE project_id = $1 ORDER BY id',
      [projectId],
    );
    return rows.map(({ id }) => id);
  };
  /** Imports that ended some days ago. */
  const ended = async (count: number, days: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => newId());
    await service.db.query(
      `INSERT INTO contact_import (project_id, id, organisation_id, platform, status, started_by, created, updated,
         skipped, failed, problems, attempts, due_at, created_at, updated_at, finished_at)
       SELECT $1, id, 'o', 'hubspot', 'done', '{}', 0, 0, 0, 0, '[]', 0, now(), now(), now(),
         $3::timestamptz - $4 * interval '1 day' FROM unnest($2::text[]) AS i (id)`,
      [project.id, ids, clock(), days],
    );
    return ids;
  };

  it('are at most 3 that have not ended: one more is 409 too_many_imports, also of 20 asked for at once', async () => {
    api.answer = () => ({ status: 429, headers: { 'retry-after': '3000' }, json: {} });
    const started = await Promise.allSettled(Array.from({ length: 20 }, start));
    const refused = started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(17);
    for (const reason of refused) expect(reason).toMatchObject(tooMany);
    const ids = await stored();
    expect(ids).toHaveLength(3);
    await expect(start()).rejects.toMatchObject(tooMany);

    const other = service.project();
    const { jobId } = await service.imports.startHubspotImport({ apiKey: 'k' }, other.as('user'));
    expect(await stored(other.id)).toEqual([jobId]);

    await service.db.query(`UPDATE contact_import SET status = 'failed', finished_at = now() WHERE id = $1`, [
      ids[0],
    ]);
    expect(await start()).toMatch(/^[0-9a-f]{24}$/);
    await expect(start()).rejects.toMatchObject(tooMany);
    await service.db.query('DELETE FROM contact_import WHERE finished_at IS NULL');
  });

  it('are kept when they have ended, the newest 100 of a project', async () => {
    const before = await ended(102, 1);
    api.answer = () => page([]);
    const jobId = await start();
    expect(await stored()).toEqual([...before.slice(2), jobId]);
    await reaches(jobId, 'done');
  });

  it('are kept for 30 days after their end, however many of how many projects', async () => {
    const old = await ended(1_001, 30.01);
    const recent = await ended(2, 29.99);
    await service.db.query(`UPDATE job SET due_at = 'epoch' WHERE name = 'import pruning'`);
    await eventually(async () => expect(await stored()).toEqual(recent));
    await expect(importJob(service, old[0] ?? '', user())).rejects.toMatchObject({
      reason: 'IMPORT_JOB_NOT_FOUND',
    });
  });

  it('are dropped by an index', async () => {
    await ended(2_000, 1);
    await service.db.query('ANALYZE contact_import');
    const plan = await service.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN ${DROP_ENDED.replace('$1', `now() - interval '30 days'`).replace('$2', '500')}`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('contact_import_ended');
  });
});

describe('a process that is told to stop', () => {
  it('cuts the request of its import short and gives the import back at once', async () => {
    const stopping = await startContacts({ config: { hubspotUrl: api.url } });
    api.answer = () => 'hangs';
    const { jobId } = await stopping.imports.startHubspotImport({ apiKey: 'k' }, user());
    await eventually(() => expect(api.requests).toHaveLength(1));
    await stopping.halt();
    const rows = await stopping.db.query(
      'SELECT status, attempts, due_at <= now() AS "isDue" FROM job WHERE key = $1',
      [jobId],
    );
    expect(rows).toEqual([{ status: 'ready', attempts: 0, isDue: true }]);
    await stopping.stop();
  });
});

describe('an import without leave to reach private networks', () => {
  let guarded: TestContacts;
  beforeAll(async () => {
    guarded = await startContacts({ allowedNetworks: [], config: { hubspotUrl: api.url } });
  });
  afterAll(() => guarded.stop());

  it('refuses a name that stands for a private address with 400', async () => {
    const endpoint = api.url.replace('127.0.0.1', 'localhost');
    await expect(
      guarded.imports.startIntercomImport({ endpoint, apiKey: 'k' }, user()),
    ).rejects.toMatchObject({ fields: [{ field: 'endpoint' }] });
  });

  it('looks again at each request', async () => {
    const { jobId } = await guarded.imports.startHubspotImport({ apiKey: 'k' }, user());
    const job = await importReaches(guarded, jobId, user(), 'failed', 'waiting');
    expect(job).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining('is not an address on the public internet'),
    });
    expect(api.requests).toEqual([]);
  });
});
