import { newId, type Sql } from '@parley/persistence';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { claimDeliveries } from '../src/webhooks/delivery-claim.store';
import { composeReplica } from './support/workspace';

const projectId = newId();

/** A look at the queue is asked for with every few requests, so it must not depend on what was delivered or on a backlog. */
describe('a look at the queue', () => {
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
      `INSERT INTO webhook_event (project_id, id, event, aggregate_id, body, created_at)
       SELECT $1, 'e' || n, 'TICKET_CREATED', 'a' || n, 'x', now() FROM generate_series(1, 3000) n`,
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
  }, 60_000);
  afterAll(() => database.drop());

  it('reads a bounded number of rows of a backlog and none of those delivered, and takes turns', async () => {
    const { db } = database;
    const plans: string[] = [];
    const explained = (tx: Sql): Sql => ({
      query: async <Row>(text: string, values: readonly unknown[] = []) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [] as Row[];
      },
    });
    const [now, until] = [new Date(), new Date(Date.now() + 30_000)];
    const claim = (tx: Sql) => claimDeliveries(tx, { now, until, limit: 40, lease: newId() });
    await db
      .transaction(async (tx) => {
        await claim(explained(tx));
        throw new Error('Only explained');
      })
      .catch(() => undefined);
    const plan = plans.join('\n');
    expect(plan).not.toMatch(/Seq Scan on webhook_(delivery|event)/);
    for (const [, removed] of plan.matchAll(/Rows Removed by Filter: (\d+)/g))
      expect(Number(removed)).toBeLessThan(50);
    const counts = plan.matchAll(/on webhook_delivery \S+ .*actual time=\S+ rows=(\d+)/g);
    for (const [, rows] of counts) expect(Number(rows)).toBeLessThanOrEqual(200);

    const taken = await db.transaction(claim);
    const perWebhook = new Map<string, number>();
    for (const { webhookId } of taken) perWebhook.set(webhookId, (perWebhook.get(webhookId) ?? 0) + 1);
    expect([...perWebhook.values()]).toEqual(Array.from({ length: 20 }, () => 2));
  });
});
