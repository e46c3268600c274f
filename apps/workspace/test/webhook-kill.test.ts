import { newId } from '@parley/persistence';
import {
  createServiceProcess,
  createTestDatabase,
  describeWith,
  eventually,
  type ServiceProcess,
  startNats,
  type TestDatabase,
} from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSealer } from '@parley/auth';
import { newWebhookSecret, webhookHeadersContext, webhookSecretContext } from '../src/webhooks/webhook';
import { type Producer, startProducer } from './support/producer';
import { type Receiver, startReceiver } from './support/receiver';

const SECRET_KEY = 'a secret of the tests that is long enough';
const TICKETS = 150;
const UPDATES = 4;
const KILLS = 6;
/** Most requests of a webhook at a time, each of which a kill may leave without its record. */
const AT_A_TIME = 8;

const paths = ['/one', '/two', '/three'];
const projectId = newId();

describeWith('nats')('webhooks of two processes that are killed with kill -9', () => {
  let database: TestDatabase;
  let nats: { url: string; stop(): Promise<void> };
  let receiver: Receiver;
  let producer: Producer;
  let workers: ServiceProcess[] = [];

  beforeAll(async () => {
    [database, nats, receiver] = await Promise.all([
      createTestDatabase('webhook_kill'),
      startNats(),
      startReceiver(),
    ]);
    const settings = {
      WORKSPACE_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SECRET_KEY,
      PARLEY_HOME: join(tmpdir(), `parley-webhook-kill-${newId()}`),
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    };
    workers = await Promise.all([0, 1].map(() => createServiceProcess('workspace', settings)));
    for (const worker of workers) {
      worker.start();
      await worker.ready();
    }
    producer = await eventually(() => startProducer('tickets', { natsUrl: nats.url }));
    const sealer = createSealer([SECRET_KEY]);
    for (const path of paths) {
      const id = newId();
      await database.db.query(
        `INSERT INTO webhook (project_id, id, url, enabled, events, headers, ticket_types, secret, created_by)
         VALUES ($1, $2, $3, true, '{TICKET_CREATED,TICKET_UPDATED}', $4, '{}', $5, 'x')`,
        [
          projectId,
          id,
          `${receiver.url}${path}`,
          sealer.seal('[]', webhookHeadersContext(id)),
          sealer.seal(newWebhookSecret(), webhookSecretContext(id)),
        ],
      );
      receiver.answers.set(path, (_, response) => {
        setTimeout(() => response.writeHead(200).end(), Math.random() * 20);
      });
    }
  });

  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await producer.stop();
    await Promise.all([receiver.close(), nats.stop(), database.drop()]);
  });

  const tellAll = async (): Promise<string[]> => {
    const tickets = Array.from({ length: TICKETS }, () => newId());
    const told: string[] = [];
    for (let round = 0; round <= UPDATES; round += 1) {
      const verb = round === 0 ? 'created' : 'updated';
      told.push(
        ...(await producer.tell(
          tickets.map((id) => ({
            subject: `tickets.v1.ticket.${verb}`,
            projectId,
            aggregateId: id,
            payload: { ticket: { id, round } },
          })),
        )),
      );
      await sleep(200);
    }
    return told;
  };

  const killOften = async (): Promise<void> => {
    for (let kills = 0; kills < KILLS; kills += 1) {
      await sleep(100 + Math.random() * 700);
      const victim = workers[kills % 2] as ServiceProcess;
      await victim.kill();
      victim.start();
      if (kills % 3 === 0) await victim.ready();
    }
    await Promise.all(workers.map((worker) => worker.ready()));
  };

  it('lose none, and repeat only what was not recorded, under the same webhook-id', async () => {
    const [told] = await Promise.all([tellAll(), killOften()]);
    await eventually(async () => {
      // Brings the time forward at which what killed processes held is taken by others.
      await database.db.query(
        `UPDATE job SET taken_until = now() WHERE taken_until BETWEEN now() AND now() + interval '55 s'`,
      );
      expect(await database.db.query('SELECT event_id, error FROM dead_letter')).toEqual([]);
      const [row] = await database.db.query<{ count: number }>(
        "SELECT count(*) AS count FROM webhook_delivery WHERE status = 'delivered'",
      );
      expect(row?.count).toBe(told.length * paths.length);
    }, 90_000);
    const expected = told.map((id) => `msg_${id}`).sort();
    for (const path of paths) {
      const got = receiver.received.filter((one) => one.path === path);
      const ids = got.map(({ headers }) => String(headers['webhook-id']));
      expect([...new Set(ids)].sort()).toEqual(expected);
      expect(ids.length - told.length).toBeLessThanOrEqual(KILLS * AT_A_TIME);
      // Of each ticket, the first request about an event comes after that about the one before it.
      const seen = new Set<unknown>();
      const rounds = new Map<string, number[]>();
      for (const { headers, body } of got) {
        if (seen.has(headers['webhook-id'])) continue;
        seen.add(headers['webhook-id']);
        const { id, round } = (JSON.parse(body) as { data: { id: string; round: number } }).data;
        rounds.set(id, [...(rounds.get(id) ?? []), round]);
      }
      const inOrder = Array.from({ length: UPDATES + 1 }, (_, round) => round);
      for (const order of rounds.values()) expect(order).toEqual(inOrder);
      expect(rounds.size).toBe(TICKETS);
    }
    const attempts = await database.db.query<{ attempts: number }>(
      'SELECT DISTINCT jsonb_array_length(attempts) AS attempts FROM webhook_delivery',
    );
    expect(attempts).toEqual([{ attempts: 1 }]);
  });
});
