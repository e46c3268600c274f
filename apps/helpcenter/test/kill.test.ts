import { newId } from '@parley/persistence';
import { ArticlesServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import { CollectionsServiceDefinition } from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
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
import { gather } from './support/helpcenter';

const ARTICLES = 400;

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

/** Keeps what is appended to the outbox: an event that nobody consumes leaves it at once. */
const KEEP_EVENTS = [
  'CREATE TABLE told AS SELECT * FROM outbox_event WITH NO DATA',
  `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END'`,
  'CREATE TRIGGER tell AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION tell()',
];

describeWith('nats')('a help center whose process is killed with kill -9', () => {
  let database: TestDatabase;
  let nats: { url: string; stop(): Promise<void> };
  let helpcenter: ServiceProcess;
  let caller: Caller;
  let articles: Client<typeof ArticlesServiceDefinition>;
  let collections: Client<typeof CollectionsServiceDefinition>;
  let collectionId: string;
  let otherId: string;
  let ids: string[];

  beforeAll(async () => {
    [database, nats] = await Promise.all([createTestDatabase('helpcenter_kill'), startNats()]);
    helpcenter = await createServiceProcess('helpcenter', {
      HELPCENTER_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      WORKSPACE_URL: '127.0.0.1:1',
      LOG_LEVEL: 'error',
    });
    caller = createNetworkCaller({ service: 'helpcenter', target: helpcenter.address });
    articles = createClient(ArticlesServiceDefinition, caller);
    collections = createClient(CollectionsServiceDefinition, caller);
    helpcenter.start();
    await helpcenter.ready();
    await eventually(() => caller.health());
    // It is alive before its tables are there.
    await eventually(() => database.db.query('SELECT 1 FROM outbox_event'));
    for (const statement of KEEP_EVENTS) await database.db.query(statement);
    await eventually(() => collections.getArticleStats({}, context()));
    const make = async () =>
      (await collections.createCollection({ collection: {} }, context())).collection?.id ?? '';
    [collectionId, otherId] = [await make(), await make()];
    await database.db.query(
      `INSERT INTO article SELECT $1, lpad(to_hex(n), 24, '0'), 'o', $2, n, '{"en":"x"}', '{}', '{}', '{}', NULL, true,
         '{}', 0, NULL, 'all', '[]', '[]', lpad(n::text, 5, '0'), 1, now(), now() FROM generate_series(1, $3) n`,
      [projectId, collectionId, ARTICLES],
    );
    ids = Array.from({ length: ARTICLES }, (_, n) => (n + 1).toString(16).padStart(24, '0'));
  });

  afterAll(async () => {
    await helpcenter.kill();
    await caller.close();
    await Promise.all([nats.stop(), database.drop()]);
  });

  /** Kills the process while a transaction of `call` stands before its end, held up by a lock on the events' table. */
  const killDuring = async (call: () => Promise<unknown>): Promise<void> => {
    await database.db.transaction(async (tx) => {
      await tx.query('LOCK TABLE outbox_event IN SHARE MODE');
      const answer = call().catch((error: unknown) => error);
      await eventually(async () => {
        const [row] = await database.db.query<{ n: number }>(
          `SELECT count(*)::integer AS n FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%INSERT INTO outbox_event%'`,
        );
        if (!row?.n) throw new Error('The events are not written yet');
      });
      await helpcenter.kill();
      expect(await answer).toBeInstanceOf(Error);
    });
    await eventually(async () => {
      const [row] = await database.db.query<{ n: number }>(
        `SELECT count(*)::integer AS n FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'parley helpcenter'`,
      );
      if (row?.n) throw new Error('Its connections are still there');
    });
    helpcenter.start();
    await helpcenter.ready();
    await eventually(() => caller.health());
    await eventually(() => collections.getArticleStats({}, context()));
  };

  const state = async (): Promise<unknown[]> =>
    Promise.all([
      database.db.query('SELECT * FROM article ORDER BY id'),
      database.db.query('SELECT * FROM article_version ORDER BY seq'),
      database.db.query('SELECT * FROM article_draft ORDER BY article_id'),
      database.db.query('SELECT id FROM told ORDER BY seq'),
    ]);
  const countEmitted = async (subject: string): Promise<number> => {
    const [row] = await database.db.query<{ n: number }>(
      'SELECT count(DISTINCT aggregate_id)::integer AS n FROM told WHERE subject = $1',
      [`helpcenter.v1.article.${subject}`],
    );
    return row?.n ?? 0;
  };
  const place = (index: number) => ({
    helpcenterCollectionId: collectionId,
    helpcenterArticleId: ids[index] ?? '',
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'reorder',
      () =>
        gather(
          articles.reorderArticles(
            { helpcenterCollectionId: collectionId, articleIds: [...ids].reverse() },
            context(),
          ),
          (part) => part.articles,
        ),
    ],
    [
      'toggle-publish',
      () =>
        collections.togglePublish({ helpcenterCollectionId: collectionId, unpublished: false }, context()),
    ],
    ['move', () => articles.moveArticle({ ...place(0), newCollectionId: otherId }, context())],
  ])(
    'leaves nothing of a %s that it was killed in, and the whole of one that is repeated',
    async (name, call) => {
      const before = await state();
      await killDuring(call);
      expect(await state()).toEqual(before);
      await call();
      expect(await state()).not.toEqual(before);
      if (name === 'toggle-publish') expect(await countEmitted('published')).toBe(ARTICLES);
      else expect(await countEmitted('updated')).toBe(ARTICLES);
    },
  );

  it('leaves nothing of a publish or restore that it was killed in, and the whole of one that is repeated', async () => {
    await articles.updateArticle({ ...place(1), article: { title: { en: 'second' } }, nulls: [] }, context());
    const [stored] = await database.db.query<{ id: string }>(
      'SELECT id FROM article_version WHERE article_id = $1',
      [ids[1]],
    );
    await articles.saveArticleDraft(
      { ...place(1), draft: { title: { en: 'staged' } }, nulls: [] },
      context(),
    );
    for (const [call, title] of [
      [() => articles.publishArticleDraft(place(1), context()), 'staged'],
      [() => articles.restoreArticleVersion({ ...place(1), versionId: stored?.id ?? '' }, context()), 'x'],
    ] as const) {
      const before = await state();
      await killDuring(call);
      expect(await state()).toEqual(before);
      expect((await call()).article?.title).toEqual({ en: title });
    }
    const kept = await database.db.query<{ kind: string }>(
      'SELECT kind FROM article_version WHERE article_id = $1 ORDER BY seq',
      [ids[1]],
    );
    expect(kept.map(({ kind }) => kind)).toEqual(['auto', 'auto', 'restore']);
    expect(await database.db.query('SELECT 1 FROM article_draft')).toEqual([]);
  });
});
