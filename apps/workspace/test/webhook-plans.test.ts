import { newId, type Sql } from '@parley/persistence';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { deleteEvents, giveEvents } from '../src/webhooks/departed-contact.store';
import { lookAtWebhook } from '../src/webhooks/due-delivery.store';
import { pruneDeleted } from '../src/webhooks/prune.store';
import { composeReplica } from './support/workspace';

const projectId = newId();

describe('the store of webhooks', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('webhook_plans');
    const replica = composeReplica({ databaseUrl: database.url, mailUrl: 'smtp://127.0.0.1:9' });
    await replica.start();
    await replica.stop();
    await replica.closeMail();
    const { db } = database;
    await db.query(
      `INSERT INTO webhook (project_id, id, url, enabled, events, headers, ticket_types, secret, created_by)
       SELECT $1, 'w' || n, 'x', true, '{}', 'x', '{}', 'x', 'x' FROM generate_series(1, 20) n`,
      [projectId],
    );
    await db.query(
      `INSERT INTO webhook_event (project_id, id, event, aggregate_id, body, created_at, contact_id, author_id)
       SELECT $1, 'e' || n, 'TICKET_CREATED', 'a' || n, 'x', now(), 'c' || n / 10, CASE WHEN n % 10 = 0 THEN 'c' || n / 10 + 1 END
       FROM generate_series(1, 3000) n`,
      [projectId],
    );
    // One webhook has a backlog, the others are all but done.
    await db.query(
      `INSERT INTO webhook_delivery (project_id, webhook_id, id, event_id, aggregate_id, status, attempted, due_at, created_at)
       SELECT $1, 'w' || w, 'd' || n, 'e' || n, 'a' || n, state, state = 'delivered', now() - interval '1 s', now()
       FROM generate_series(1, 20) w, generate_series(1, 3000) n,
         LATERAL (SELECT CASE WHEN w = 1 OR n > 2990 THEN 'pending' ELSE 'delivered' END AS state) s`,
      [projectId],
    );
    await db.query('ANALYZE');
  });
  afterAll(() => database.drop());

  /** The plan of what a statement did, which is undone. */
  const explain = async (work: (tx: Sql) => Promise<unknown>): Promise<string> => {
    const plans: string[] = [];
    const explained = (tx: Sql): Sql => ({
      query: async <Row>(text: string, values: readonly unknown[] = []) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [] as Row[];
      },
    });
    await database.db
      .transaction(async (tx) => {
        await work(explained(tx));
        throw new Error('Only explained');
      })
      .catch(() => undefined);
    return plans.join('\n');
  };

  // A look is taken with every few requests, so it must not depend on what was delivered or on a backlog.
  it('reads a bounded number of rows of a backlog and none of those delivered', async () => {
    const due = (tx: Sql) =>
      lookAtWebhook(tx, { projectId, webhookId: 'w1' }, { at: new Date(), without: ['d1', 'd2'], limit: 32 });
    const plan = await explain(due);
    expect(plan).not.toMatch(/Seq Scan on webhook_(delivery|event)/);
    for (const [, removed] of plan.matchAll(/Rows Removed by Filter: (\d+)/g))
      expect(Number(removed)).toBeLessThan(50);
    const counts = plan.matchAll(/on webhook_delivery \S+ .*actual time=\S+ rows=(\d+)/g);
    for (const [, rows] of counts) expect(Number(rows)).toBeLessThanOrEqual(200);

    const ids = (await due(database.db)).due.map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 32 }, (_, index) => `d${index + 3}`));
  });

  it('finds what it has of a contact, and what a deleted webhook left, by indexes', async () => {
    const departure = { projectId, contactId: 'c7' };
    await database.db.query('UPDATE webhook SET deleted_at = now() WHERE id = $1', ['w20']);
    for (const work of [
      (tx: Sql) => deleteEvents(tx, departure, 200),
      (tx: Sql) => giveEvents(tx, departure, 'c8', 200),
      (tx: Sql) => pruneDeleted(tx, 100),
    ]) {
      const plan = await explain(work);
      expect(plan).toContain('webhook_event');
      expect(plan).not.toMatch(/Seq Scan on webhook_(delivery|event)/);
    }
  });
});
