import { newId } from '@parley/persistence';
import { type CallContext, createClient } from '@parley/rpc';
import { createTestDatabase, describeWith, eventually, startNats, type TestDatabase } from '@parley/testing';
import { TicketBulkServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Inbox, openInbox } from './support/inbox';
import { makeContext } from './support/service';
import { createTicketsProcess, type TicketsProcess } from './support/tickets-process';

const TICKETS = 500;
const INLINE_BATCHES = 6;
const KILLS = 8;

const projectId = newId();
const user = newId();
const context = (): CallContext =>
  makeContext(projectId, { type: 'user', id: user, email: 'ada@team.example', confirmed: true });
const random = (from: number, to: number): number => from + Math.random() * (to - from);

describeWith('nats')('two processes that are killed with kill -9', () => {
  let database: TestDatabase;
  let inbox: Inbox;
  let nats: { url: string; stop(): Promise<void> };
  let workers: TicketsProcess[];
  const worker = (index: number): TicketsProcess => workers[index % workers.length] as TicketsProcess;
  const addresses = Array.from({ length: TICKETS }, (_, index) => `kill${index}@example.com`);
  const contactIds = addresses.map(() => newId());
  const tickets: string[] = [];

  beforeAll(async () => {
    [database, inbox, nats] = await Promise.all([
      createTestDatabase('bulk_kill'),
      openInbox({ delay: 15 }),
      startNats(),
    ]);
    const settings = {
      TICKETS_DATABASE_URL: database.url,
      NATS_URL: nats.url,
      SMTP_URL: inbox.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      SCHEDULED_REPLY_DELAY_SECONDS: '2',
      WORKSPACE_URL: '127.0.0.1:1',
      CONTACTS_URL: '127.0.0.1:1',
      LOG_LEVEL: 'error',
    };
    workers = await Promise.all([0, 1].map(() => createTicketsProcess(settings)));
    for (const one of workers) {
      one.start();
      await one.ready();
    }
    // What the service keeps of its neighbours, so that none is asked.
    await database.db.query(
      `INSERT INTO user_reference (project_id, id, email, first_name, user_type)
       VALUES ($1, $2, 'ada@team.example', 'Ada', 'default')`,
      [projectId, user],
    );
    await database.db.query(
      `INSERT INTO contact_reference (project_id, id, email, blocked, version)
       SELECT $1, id, email, false, 1 FROM unnest($2::text[], $3::text[]) AS c (id, email)`,
      [projectId, contactIds, addresses],
    );
    const client = createClient(TicketsServiceDefinition, worker(0).caller);
    const created = await Promise.all(
      contactIds.map((session) => client.createTicket({ ticket: { session } }, context())),
    );
    tickets.push(...created.map(({ ticket }) => ticket?.id ?? ''));
  });

  afterAll(async () => {
    await Promise.all(workers.map((one) => one.close()));
    await Promise.all([inbox.close(), nats.stop(), database.drop()]);
  });

  /** Sends a batch, to the one process and then to the other, until it is answered. */
  const sendPatiently = async (ids: readonly string[], batchId: string, first: number) => {
    let attempt = first;
    return eventually(() => {
      attempt += 1;
      const client = createClient(TicketBulkServiceDefinition, worker(attempt).caller);
      return client.bulkReplyToTickets(
        { selection: { ids }, comment: `About ${batchId}`, batchId },
        context(),
      );
    }, 120_000);
  };

  const killOften = async (): Promise<void> => {
    for (let kills = 0; kills < KILLS; kills += 1) {
      await sleep(random(50, 900));
      const victim = worker(Math.floor(random(0, 2)));
      await victim.kill();
      victim.start();
      if (kills % 3 === 0) await victim.ready();
    }
    await Promise.all(workers.map((one) => one.ready()));
  };

  /** Brings the time forward at which what killed processes held is taken by others. */
  const endLeases = async (): Promise<void> => {
    const past = `now() - interval '1 s'`;
    await database.db.query(`UPDATE job SET taken_until = ${past} WHERE taken_until > now()`);
  };

  it('send each bulk reply to each ticket and each contact exactly once, over a slow mail server', async () => {
    const batches = Array.from({ length: INLINE_BATCHES }, (_, index) => ({
      batchId: `inline${index}`,
      ids: tickets.slice(index * 20, index * 20 + 30),
    }));
    const scheduled = { batchId: 'scheduled', ids: tickets };
    const [answers] = await Promise.all([
      Promise.all([
        ...[0, 1].map((first) => sendPatiently(scheduled.ids, scheduled.batchId, first)),
        ...batches.map(async ({ ids, batchId }, index) => {
          await sleep(index * 700);
          return sendPatiently(ids, batchId, index);
        }),
      ]),
      killOften(),
    ]);
    for (const { total, sent, scheduled: pending, deduplicated, failed } of answers)
      expect({ failed, sum: sent + pending + deduplicated }).toEqual({ failed: 0, sum: total });

    await endLeases();
    await eventually(async () => {
      const left = await database.db.query(`SELECT id FROM bulk_reply WHERE status <> 'sent'
        UNION ALL SELECT id FROM mail_job WHERE status <> 'sent'`);
      expect(left).toEqual([]);
    });

    const all = [scheduled, ...batches];
    const expected = (ticketId: string) =>
      all
        .filter(({ ids }) => ids.includes(ticketId))
        .map(({ batchId }) => `bulkreply_${batchId}_${ticketId}`)
        .sort();
    const messages = await database.db.query<{ ticket: string; mutations: string[]; mails: string[] }>(
      `SELECT ticket_id AS ticket, array_agg(client_mutation_id ORDER BY client_mutation_id COLLATE "C") AS mutations,
              array_agg('<' || email_id || '>') AS mails
         FROM message GROUP BY ticket_id`,
    );
    const written = new Map(messages.map(({ ticket, ...rest }) => [ticket, rest]));
    for (const [index, ticket] of tickets.entries()) {
      const { mutations = [], mails = [] } = written.get(ticket) ?? {};
      expect(mutations).toEqual(expected(ticket));
      const delivered = new Set(inbox.to(addresses[index] ?? '').map(({ messageId }) => messageId));
      expect([...delivered].sort()).toEqual([...mails].sort());
    }
    // A retry after all that still sends nothing.
    const again = await sendPatiently(tickets, 'scheduled', 0);
    expect(again).toMatchObject({
      total: TICKETS,
      scheduled: 0,
      sent: 0,
      deduplicated: TICKETS,
      failed: 0,
    });
  });
});
