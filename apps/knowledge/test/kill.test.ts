import { createLexicalAi, wordsIn } from '@parley/ai';
import { fileId, fileKey, fileUrl, createFolderStore } from '@parley/files';
import { newId } from '@parley/persistence';
import { CodeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/code_service';
import { ContentServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/content_service';
import { EvalDatasetsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_datasets_service';
import { EvalRunsServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/eval_runs_service';
import { KnowledgeServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/knowledge_service';
import { WebsitesServiceDefinition } from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import { type CallContext, type Caller, createClient, createNetworkCaller } from '@parley/rpc';
import {
  createServiceProcess,
  createTestDatabase,
  describeWith,
  eventually,
  type ModelServer,
  type ServiceProcess,
  startModelServer,
  startNats,
  type TestDatabase,
} from '@parley/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { packZip } from './support/archives';
import { html, startSite, type TestSite } from './support/site';

const PAGES = 30;
const CASES = 40;
const KILLS = 3;
/** Files of an archive: more than are embedded with three requests. */
const FILES = 200;
/** Pages, and cases, on their way when a process dies. */
const AT_ONCE = 2;
/** Pages, and cases, that a process gets before the next ones wait, so that it dies in the middle. */
const AT_A_STRETCH = 4;

/** Lets `AT_A_STRETCH` requests pass, and no more until it is begun anew or ended. */
const createHold = () => {
  let left = Infinity;
  return {
    begin: () => void (left = AT_A_STRETCH),
    end: () => void (left = Infinity),
    isOver: () => (left -= 1) < 0,
  };
};

const publicUrl = 'http://127.0.0.1:3000';
const projectId = newId();
const context = (): CallContext => ({
  requestId: 'test',
  scope: {
    actor: { type: 'user', id: newId(), email: 'ada@team.example', confirmed: true },
    projectId,
    organisationId: newId(),
    role: 'user',
  },
  deadline: Date.now() + 30_000,
  signal: new AbortController().signal,
});

/** Keeps what is appended to the outbox: an event that nobody consumes leaves it at once. */
const KEEP_EVENTS = [
  'CREATE TABLE told AS SELECT * FROM outbox_event WITH NO DATA',
  `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END'`,
  'CREATE TRIGGER tell AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION tell()',
];

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('It is missing');
  return value;
};

describeWith('nats')('knowledge whose process is killed with kill -9', () => {
  let database: TestDatabase;
  let nats: { url: string; stop(): Promise<void> };
  let site: TestSite;
  let model: ModelServer;
  let knowledge: ServiceProcess;
  let caller: Caller;
  const home = mkdtempSync(join(tmpdir(), 'parley-knowledge-kill-'));

  beforeAll(async () => {
    const { embed } = createLexicalAi();
    [database, nats, site, model] = await Promise.all([
      createTestDatabase('knowledge_kill'),
      startNats(),
      startSite(),
      startModelServer({ embed, wordsIn }),
    ]);
    knowledge = await createServiceProcess('knowledge', {
      KNOWLEDGE_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      AI_BASE_URL: model.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      HELPCENTER_URL: '127.0.0.1:1',
      TICKETS_URL: '127.0.0.1:1',
      CONTACTS_URL: '127.0.0.1:1',
      WORKSPACE_URL: '127.0.0.1:1',
      LOG_LEVEL: 'error',
      PARLEY_HOME: home,
      PUBLIC_URL: publicUrl,
    });
    caller = createNetworkCaller({ service: 'knowledge', target: knowledge.address });
    knowledge.start();
    await knowledge.ready();
    await eventually(() => caller.health());
    await eventually(() => database.db.query('SELECT FROM outbox_event'));
    for (const statement of KEEP_EVENTS) await database.db.query(statement);
  });

  afterAll(async () => {
    await knowledge.kill();
    await caller.close();
    await Promise.all([nats.stop(), site.close(), model.close()]);
    await database.drop();
    rmSync(home, { recursive: true });
  });

  /** Kills the process in the middle of a job, which others may take at once and not after a minute. */
  const killWithin = async (job: string): Promise<void> => {
    await knowledge.kill();
    const held = await database.db.query(
      `UPDATE job SET taken_until = now() WHERE name = $1 AND status = 'taken' RETURNING id`,
      [job],
    );
    // It was killed in the middle, not after the end.
    expect(held).toHaveLength(1);
  };
  const startAgain = async (): Promise<void> => {
    knowledge.start();
    await knowledge.ready();
    await eventually(() => caller.health());
  };

  /** Kills the process whenever some more is done and the rest waits. */
  const killAlong = async (
    job: string,
    hold: ReturnType<typeof createHold>,
    done: () => Promise<number>,
  ): Promise<void> => {
    for (let [kills, before] = [1, 0]; kills <= KILLS; kills += 1) {
      await eventually(async () => expect(await done()).toBeGreaterThan(before + 2));
      await killWithin(job);
      before = await done();
      if (kills < KILLS) hold.begin();
      else hold.end();
      await startAgain();
    }
  };

  it('goes on with a crawl where the last page ended: every page once', async () => {
    const paths = Array.from({ length: PAGES }, (_, n) => `/page-${n}`);
    const hold = createHold();
    site.pages.set('/', { body: html('Start', 'The start of the site.', paths) });
    for (const [n, path] of paths.entries())
      site.pages.set(path, {
        body: html(`Page ${n}`, `The zither has ${n} strings.`),
        isHeld: hold.isOver,
      });
    hold.begin();
    const websites = createClient(WebsitesServiceDefinition, caller);
    const { website } = await websites.createWebsite({ website: { url: `${site.url}/` } }, context());
    const websiteId = required(website).id;
    await killAlong('crawl', hold, async () => {
      const [row] = await database.db.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM document WHERE owner_id = $1`,
        [websiteId],
      );
      return row?.count ?? 0;
    });
    await eventually(async () => {
      const crawled = (await websites.getWebsite({ websiteId }, context())).website;
      expect(crawled).toMatchObject({
        status: 'ready',
        pages: { indexed: PAGES + 1, skipped: 0, failed: 0 },
      });
    });
    const status = createClient(KnowledgeServiceDefinition, caller);
    await eventually(async () =>
      expect(await status.getKnowledgeStatus({}, context())).toMatchObject({
        documents: PAGES + 1,
        passages: PAGES + 1,
        pending: 0,
        failed: 0,
      }),
    );
    // What was cut off is asked for again, nothing that was stored.
    const asked = site.paths().filter((path) => path === '/' || path.startsWith('/page-'));
    expect(asked.length).toBeLessThanOrEqual(PAGES + 1 + KILLS * AT_ONCE);
  });

  it('gives a website up with whose page it died three times, and goes on with the others of the host', async () => {
    let dying: Promise<void> | undefined;
    const isHeld = (): boolean => {
      dying ??= knowledge.kill();
      return true;
    };
    site.pages.set('/shop/', { body: html('Shop', 'We sell drums.', ['/shop/hemlock']) });
    site.pages.set('/shop/hemlock', { isHeld });
    site.pages.set('/help/', { body: html('Help', 'How to tune a drum.') });
    const websites = createClient(WebsitesServiceDefinition, caller);
    const create = async (path: string): Promise<string> =>
      required((await websites.createWebsite({ website: { url: `${site.url}${path}` } }, context())).website)
        .id;
    const ready = (websiteId: string, found: object): Promise<void> =>
      eventually(async () => {
        const { website } = await websites.getWebsite({ websiteId }, context());
        expect(website).toMatchObject(found);
      });
    const bad = await create('/shop/');
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      await eventually(() => expect(dying).toBeDefined());
      await dying;
      dying = undefined;
      await database.db.query(`UPDATE job SET taken_until = now() WHERE name = 'crawl'`);
      // It dies again as soon as it is there, so that nothing waits for it.
      if (deaths < 3) knowledge.start();
      else await startAgain();
    }
    await ready(bad, { status: 'failed', error: 'unreachable', pages: { indexed: 1 } });
    await ready(await create('/help/'), { status: 'ready', pages: { indexed: 1 } });
    expect(dying).toBeUndefined();
  });

  it('goes on with an evaluation run: every case is judged and told of once', async () => {
    const content = createClient(ContentServiceDefinition, caller);
    const datasets = createClient(EvalDatasetsServiceDefinition, caller);
    const runs = createClient(EvalRunsServiceDefinition, caller);
    const entry = { contentId: 'refunds', type: 'faq', title: 'Refunds', content: 'Refunds take 14 days.' };
    await content.createContent({ content: entry as never }, context());
    const datasetId = required((await datasets.createDataset({ name: 'Refunds' }, context())).dataset).id;
    for (let n = 0; n < CASES; n += 1) {
      const asked = { question: `How long do refunds take, ${n}?`, expectedSources: ['refunds'] };
      await datasets.createCase({ datasetId, case: asked }, context());
    }
    await eventually(async () => {
      const found = await createClient(KnowledgeServiceDefinition, caller).searchKnowledge(
        { query: 'refunds' },
        context(),
      );
      expect(found.results).toHaveLength(1);
    });
    model.received.length = 0;
    const hold = createHold();
    model.interfere((_, { path }) => path.endsWith('/chat/completions') && hold.isOver());
    hold.begin();
    const runId = required((await runs.createRun({ datasetId }, context())).run).id;
    await killAlong('evaluation', hold, async () => {
      const [row] = await database.db.query<{ completed: number }>(
        'SELECT completed FROM eval_run WHERE id = $1',
        [runId],
      );
      return row?.completed ?? 0;
    });
    await eventually(async () => {
      const { run } = await runs.getRun({ datasetId, runId }, context());
      expect(run).toMatchObject({ status: 'done', total: CASES, completed: CASES });
      expect(run?.scores).toMatchObject({ passed: CASES, failed: 0 });
    });
    const { results } = await runs.listRunResults({ datasetId, runId, limit: 200 }, context());
    expect(new Set(results.map(({ caseId }) => caseId)).size).toBe(CASES);
    expect(results).toHaveLength(CASES);
    const told = await database.db.query(
      `SELECT id FROM told WHERE subject = 'knowledge.v1.question.asked' AND payload->>'surface' = 'evaluation'`,
    );
    expect(told).toHaveLength(CASES);
    // A case that was being asked when the process died is asked again, a finished one never.
    const written = model.received.filter(({ path }) => path.endsWith('/chat/completions'));
    expect(written.length).toBeGreaterThanOrEqual(CASES);
    expect(written.length).toBeLessThanOrEqual(CASES + KILLS * AT_ONCE);
  });

  it('goes on with the code of a repository: every file once, of one version, and the upload is named no more', async () => {
    const files = createFolderStore({ directory: join(home, 'files') });
    const archive = packZip(
      Array.from({ length: FILES }, (_, n) => ({
        name: `docs/page-${n}.md`,
        content: `Balalaika number ${n} has ${n} frets.`,
      })),
    );
    const key = fileKey(projectId, 'music.zip');
    await files.put(key, Readable.from([archive]), { contentType: 'application/zip' });
    /** From the second request on the model answers no more, so that the process dies with texts on their way. */
    const hold = (): (() => number) => {
      let asked = 0;
      model.interfere((_, { path }) => path.endsWith('/embeddings') && (asked += 1) > 1);
      return () => asked;
    };
    let asked = hold();
    const code = createClient(CodeServiceDefinition, caller);
    const sent = { name: 'Music', fileUrl: fileUrl(publicUrl, key) };
    const repositoryId = required((await code.connectRepository(sent, context())).repository).id;
    for (let kills = 0; kills < KILLS; kills += 1) {
      // It is read whole, for which no death before counts any more, and its texts are on their way.
      await eventually(async () => {
        expect(asked()).toBeGreaterThan(1);
        expect(
          await database.db.query(
            `SELECT deaths, (SELECT count(*) FROM document WHERE owner_id = $1) AS files FROM job WHERE name = 'repository'`,
            [`${repositoryId}:${kills + 1}`],
          ),
        ).toEqual([{ deaths: 0, files: FILES }]);
      });
      await killWithin('repository');
      if (kills < KILLS - 1) asked = hold();
      else model.interfere(undefined);
      await startAgain();
    }
    await eventually(async () => {
      const { repository } = await code.getRepository({ repositoryId }, context());
      expect(repository).toMatchObject({ status: 'ready', files: FILES, skipped: 0 });
    }, 120_000);
    const documents = await database.db.query(
      `SELECT owner_id, count(*)::integer AS documents, count(DISTINCT key)::integer AS files, sum(passages)::integer AS passages,
              bool_or(is_hidden) AS hidden FROM document WHERE owner_type = 'repository' GROUP BY owner_id`,
    );
    const counts = { documents: FILES, files: FILES, passages: FILES, hidden: false };
    expect(documents).toEqual([{ owner_id: `${repositoryId}:${KILLS + 1}`, ...counts }]);
    expect(await database.db.query('SELECT DISTINCT version FROM repository_word')).toEqual([
      { version: KILLS + 1 },
    ]);
    const knowing = createClient(KnowledgeServiceDefinition, caller);
    await eventually(async () => {
      const { results } = await knowing.searchKnowledge({ query: 'balalaika number 77 frets' }, context());
      expect(results[0]).toMatchObject({
        sourceId: repositoryId,
        content: 'Balalaika number 77 has 77 frets.',
      });
    });
    expect(await database.db.query('SELECT file FROM released_file')).toEqual([{ file: fileId(key) }]);
  }, 300_000);

  it('sets a document aside with which it died three times once it was suspect, and indexes those that were taken with it', async () => {
    const content = createClient(ContentServiceDefinition, caller);
    const asking = context();
    const push = (contentId: string, text: string) =>
      content.createContent(
        { content: { contentId, type: 'faq', title: contentId, content: text as never } },
        { ...asking, deadline: Date.now() + 30_000 },
      );
    let dying: Promise<void> | undefined;
    let pushed: Promise<unknown> = Promise.resolve();
    model.interfere((_, { body }) => {
      if (!JSON.stringify(body).includes('hemlock')) return false;
      dying ??= pushed.then(() => knowledge.kill());
      return true;
    });
    pushed = Promise.all([
      push('first', 'A lute.'),
      push('poison', 'A cup of hemlock.'),
      push('last', 'A lyre.'),
    ]);
    await pushed;
    for (let deaths = 1; deaths <= 4; deaths += 1) {
      await eventually(() => expect(dying).toBeDefined());
      await dying;
      dying = undefined;
      // Others leave it alone for a while.
      await database.db.query('UPDATE index_mark SET retry_at = now()');
      // It dies again as soon as it is there, so that nothing waits for it.
      if (deaths < 4) knowledge.start();
      else await startAgain();
    }
    await eventually(async () => {
      const states = await database.db.query(
        `SELECT key, status, error FROM document WHERE key IN ('first', 'poison', 'last') ORDER BY key`,
      );
      expect(states).toEqual([
        { key: 'first', status: 'indexed', error: null },
        { key: 'last', status: 'indexed', error: null },
        { key: 'poison', status: 'failed', error: expect.stringContaining('set aside') },
      ]);
      expect(await database.db.query('SELECT FROM index_mark')).toEqual([]);
    });
    expect(dying).toBeUndefined();
    model.interfere(undefined);
    await push('poison', 'A cup of tea.');
    await eventually(async () => {
      const found = await database.db.query(`SELECT status FROM document WHERE key = 'poison'`);
      expect(found).toEqual([{ status: 'indexed' }]);
    });
  }, 240_000);
});
