import { ContactImportsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_imports_service';
import { newId } from '@parley/persistence';
import { type CallContext, type Caller, type Client, createClient, createNetworkCaller } from '@parley/rpc';
import {
  createServiceProcess,
  createTestDatabase,
  describeWith,
  eventually,
  type ServiceProcess,
  startNats,
  type TestDatabase,
} from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeApi, startFakeApi } from './support/fake-api';

const PAGES = 24;
const PER_PAGE = 20;
const KILLS = 4;

const projectId = newId();
const user = newId();
const context = (): CallContext => ({
  requestId: 'test',
  scope: {
    actor: { type: 'user', id: user, email: 'ada@team.example', confirmed: true },
    projectId,
    organisationId: newId(),
    role: 'user',
  },
  deadline: Date.now() + 30_000,
  signal: new AbortController().signal,
});

describeWith('nats')('an import whose process is killed with kill -9', () => {
  let database: TestDatabase;
  let api: FakeApi;
  let nats: { url: string; stop(): Promise<void> };
  let contacts: ServiceProcess;
  let caller: Caller;
  let imports: Client<typeof ContactImportsServiceDefinition>;

  beforeAll(async () => {
    [database, api, nats] = await Promise.all([
      createTestDatabase('import_kill'),
      startFakeApi(),
      startNats(),
    ]);
    contacts = await createServiceProcess('contacts', {
      CONTACTS_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      HUBSPOT_API_URL: api.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      WORKSPACE_URL: '127.0.0.1:1',
      TICKETS_URL: '127.0.0.1:1',
      LOG_LEVEL: 'error',
    });
    caller = createNetworkCaller({ service: 'contacts', target: contacts.address });
    imports = createClient(ContactImportsServiceDefinition, caller);
    contacts.start();
    await contacts.ready();
    await eventually(() => caller.health());
  });

  afterAll(async () => {
    await contacts.kill();
    await caller.close();
    await Promise.all([api.stop(), nats.stop(), database.drop()]);
  });

  /** Ends the process, and at once the time after which others take what it had. */
  const restart = async (): Promise<void> => {
    await contacts.kill();
    await database.db.query(`UPDATE job SET taken_until = now() WHERE status = 'taken'`);
    contacts.start();
    await contacts.ready();
    await eventually(() => caller.health());
  };

  it('writes each page once, goes on after the last one written, and counts true', async () => {
    // However slowly processes start, the import does not end before the last of them is killed.
    let given = 0;
    api.answer = async ({ query }) => {
      const number = Number(query['after'] ?? 0);
      do await sleep(40);
      while (number >= given);
      const results = Array.from({ length: PER_PAGE }, (_, index) => {
        const id = number * PER_PAGE + index;
        return { id: String(id), properties: { email: index === 0 ? 'broken' : `user.${id}@example.com` } };
      });
      const paging = number + 1 < PAGES ? { next: { after: String(number + 1) } } : {};
      return { json: { results, paging } };
    };
    const { jobId } = await imports.startHubspotImport({ apiKey: 'pat-1' }, context());

    const pagesRead = () => api.requests.length;
    for (let kills = 0; kills < KILLS; kills += 1) {
      const before = pagesRead();
      given += PAGES / (KILLS + 1);
      await eventually(() => expect(pagesRead()).toBeGreaterThan(before + 2));
      // Somewhere within a page; whoever comes next goes on when the lease has ended.
      await restart();
    }

    given = PAGES;
    await eventually(async () => {
      const { job } = await imports.getImportJob({ jobId }, context());
      if (job?.status !== 'done') throw new Error(`It is ${JSON.stringify(job)}`);
      expect(job).toMatchObject({ created: PAGES * (PER_PAGE - 1), updated: 0, skipped: 0, failed: PAGES });
      expect(job.errors).toHaveLength(PAGES);
    });
    const [stored] = await database.db.query<{ contacts: number; addresses: number }>(
      'SELECT count(*) AS contacts, count(DISTINCT email) AS addresses FROM contact WHERE project_id = $1',
      [projectId],
    );
    expect(stored).toEqual({ contacts: PAGES * (PER_PAGE - 1), addresses: PAGES * (PER_PAGE - 1) });
    // A page that was cut off is read again, none that was written: each kill costs at most one.
    const asked = api.requests.map(({ query }) => Number(query['after'] ?? 0));
    expect(asked).toEqual([...asked].sort((one, other) => one - other));
    expect(asked.length).toBeLessThanOrEqual(PAGES + KILLS);
  });

  it('fails after three deaths of processes that worked on it, and others go on', async () => {
    api.requests.splice(0);
    let deaths = 0;
    let restarted = Promise.resolve();
    api.answer = async ({ headers }) => {
      if (headers.authorization !== 'Bearer deadly') return { json: { results: [] } };
      await begun;
      deaths += 1;
      await (restarted = restart());
      return 'hangs';
    };
    const start = (apiKey: string) => imports.startHubspotImport({ apiKey }, context());
    const begun = start('deadly');
    const deadly = await begun;
    // The process may just be dying of the other one.
    const innocent = await eventually(() => start('innocent'));
    await eventually(async () => {
      const ends = await Promise.all(
        [deadly, innocent].map(({ jobId }) => imports.getImportJob({ jobId }, context())),
      );
      expect(ends.map(({ job }) => [job?.status, job?.lastError])).toEqual([
        ['failed', 'The process that worked on it ended again and again.'],
        ['done', undefined],
      ]);
    });
    await restarted;
    expect(deaths).toBe(3);
  });
});
