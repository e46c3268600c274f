import { newId } from '@parley/persistence';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { deliveryLag } from '../src/webhooks/due-delivery.store';
import { composeReplica } from './support/workspace';

const projectId = newId();
const now = new Date('2026-03-01T12:00:00Z');
const before = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

/** What the alert on late webhooks looks at. */
describe('the lag of webhook deliveries', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('webhook_lag');
    const replica = composeReplica({ databaseUrl: database.url, mailUrl: 'smtp://127.0.0.1:9' });
    await replica.start();
    await replica.stop();
    await replica.closeMail();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    await database.db.query('DELETE FROM webhook_delivery');
    await database.db.query('DELETE FROM webhook');
  });

  interface State {
    enabled?: boolean;
    failingSince?: Date;
    pausedUntil?: Date;
    deletedAt?: Date;
  }
  const webhook = async (dueAt: Date[], state: State = {}, status = 'pending') => {
    const id = newId();
    const { enabled = true, failingSince, pausedUntil, deletedAt } = state;
    await database.db.query(
      `INSERT INTO webhook (project_id, id, url, enabled, events, headers, ticket_types, secret, created_by,
         failing_since, paused_until, deleted_at)
       VALUES ($1, $2, 'x', $3, '{}', 'x', '{}', 'x', 'x', $4, $5, $6)`,
      [projectId, id, enabled, failingSince, pausedUntil, deletedAt],
    );
    for (const due of dueAt) {
      await database.db.query(
        `INSERT INTO webhook_delivery (project_id, webhook_id, id, event_id, aggregate_id, status, due_at, created_at)
         VALUES ($1, $2, $3, $3, 'a', $4, $5, $5)`,
        [projectId, id, newId(), status, due],
      );
    }
  };

  it('is that of the delivery due longest, of all webhooks', async () => {
    await webhook([before(5), before(90), before(61)]);
    await webhook([before(30)]);
    expect(await deliveryLag(database.db, now)).toBe(90);
  });

  it('is 0 when nothing is due: no delivery, one of later, one that is over', async () => {
    expect(await deliveryLag(database.db, now)).toBe(0);
    await webhook([before(-60)]);
    await webhook([before(90)], {}, 'delivered');
    await webhook([before(90)], {}, 'failed');
    expect(await deliveryLag(database.db, now)).toBe(0);
  });

  it.each<[string, State]>([
    ['fails', { failingSince: before(600) }],
    ['is disabled', { enabled: false }],
    ['asked for a pause', { pausedUntil: before(-1) }],
    ['is deleted', { deletedAt: before(600) }],
  ])('leaves out a webhook that %s', async (_what, state) => {
    await webhook([before(500)], state);
    await webhook([before(7)]);
    expect(await deliveryLag(database.db, now)).toBe(7);
  });

  it('counts again once a pause is over', async () => {
    await webhook([before(20)], { pausedUntil: before(1) });
    expect(await deliveryLag(database.db, now)).toBe(20);
  });
});
