import { newId } from '@parley/persistence';
import { type CallContext, createClient } from '@parley/rpc';
import { createTestDatabase, describeWith, eventually, startNats, type TestDatabase } from '@parley/testing';
import {
  ImportedTicket,
  TicketImportServiceDefinition,
} from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { setTimeout as sleep } from 'node:timers/promises';
import { minute, sketch } from './support/imports';
import { makeContext } from './support/service';
import { createTicketsProcess, type TicketsProcess } from './support/tickets-process';

const IMPORTS = 10;
const TICKETS = 200;
const EVENTS = 20;

const projectId = newId();
const user = newId();
const context = (): CallContext =>
  makeContext(projectId, { type: 'user', id: user, email: 'ada@team.example', confirmed: true }, 'admin');

describeWith('nats')('imports into a process that is killed with kill -9', () => {
  let database: TestDatabase;
  let nats: { url: string; stop(): Promise<void> };
  let worker: TicketsProcess;

  beforeAll(async () => {
    [database, nats] = await Promise.all([createTestDatabase('import_kill'), startNats()]);
    worker = await createTicketsProcess({
      TICKETS_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY: 'a secret of the tests that is long enough',
      WORKSPACE_URL: '127.0.0.1:1',
      CONTACTS_URL: '127.0.0.1:1',
      LOG_LEVEL: 'error',
    });
    worker.start();
    await worker.ready();
    // It is alive before it has made its tables.
    await eventually(() =>
      database.db.query(
        `INSERT INTO user_reference (project_id, id, email, first_name, user_type)
         VALUES ($1, $2, 'ada@team.example', 'Ada', 'default')`,
        [projectId, user],
      ),
    );
  });

  afterAll(async () => {
    await worker.close();
    await Promise.all([nats.stop(), database.drop()]);
  });

  const makeTickets = (batch: number) =>
    Array.from({ length: TICKETS }, (_, index) =>
      ImportedTicket.fromPartial({
        ...sketch({ externalId: `${batch}-${index}` }),
        events: [
          ...Array.from({ length: EVENTS }, (_event, place) => ({
            at: minute(place),
            kind: 'message',
            from: 'user',
            comment: 'x',
          })),
          { at: minute(EVENTS), kind: 'status', status: 'DONE' },
        ],
      }),
    );

  /** What there is of a batch: tickets, their messages, changes and search marks or events. */
  const stored = async (batch: number) => {
    const [row] = await database.db.query<{ tickets: number; messages: number; changes: number }>(
      `SELECT count(*)::integer AS tickets, coalesce(sum(t.message_count), 0)::integer AS promised,
              coalesce(sum((SELECT count(*) FROM message m WHERE m.project_id = t.project_id AND m.ticket_id = t.id)), 0)::integer
                AS messages,
              coalesce(sum((SELECT count(*) FROM ticket_history h WHERE h.project_id = t.project_id AND h.ticket_id = t.id)), 0)::integer
                AS changes
         FROM ticket t WHERE t.project_id = $1 AND t.external_id LIKE $2`,
      [projectId, `${batch}-%`],
    );
    return row;
  };
  const nothing = { tickets: 0, promised: 0, messages: 0, changes: 0 };
  const everything = {
    tickets: TICKETS,
    promised: TICKETS * EVENTS,
    messages: TICKETS * EVENTS,
    changes: TICKETS,
  };
  const send = (batch: number) =>
    createClient(TicketImportServiceDefinition, worker.caller).importTickets(
      { tickets: makeTickets(batch) },
      context(),
    );

  it('leave nothing or everything, and a repetition makes it whole, each ticket once', async () => {
    await eventually(() => send(IMPORTS));
    const began = Date.now();
    await send(IMPORTS + 1);
    const duration = Date.now() - began;
    for (let batch = 0; batch < IMPORTS; batch += 1) {
      const answer = send(batch).catch(() => undefined);
      // From before the first statement to after the last one.
      await sleep((duration * (batch + 1)) / IMPORTS);
      await worker.kill();
      await answer;
      // The database ends the transaction of a process that is gone when it notices.
      await eventually(async () =>
        expect(
          await database.db.query(
            `SELECT pid FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'parley tickets'`,
          ),
        ).toEqual([]),
      );
      const left = await stored(batch);
      expect([nothing, everything]).toContainEqual(left);
      worker.start();
      await worker.ready();
      const { tickets } = await eventually(() => send(batch));
      expect(new Set(tickets.map(({ created }) => created))).toEqual(new Set([left?.tickets === 0]));
      expect(await stored(batch)).toEqual(everything);
    }
    const [orphans] = await database.db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM message m WHERE NOT EXISTS (
         SELECT FROM ticket t WHERE t.project_id = m.project_id AND t.id = m.ticket_id)`,
    );
    expect(orphans?.count).toBe(0);
  });
});
