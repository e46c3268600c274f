import { deadLetterIndexesSql, eventTablesSql } from '@parley/events';
import { mailErasureSql, mailSendingErasureSql, mailTablesSql } from '@parley/mail';
import { inHandTableSql } from '@parley/persistence';
import { createClient, createNetworkCaller, startRpcServer } from '@parley/rpc';
import { searchTablesSql } from '@parley/search';
import { createLogger } from '@parley/telemetry';
import { eventually, testSchema } from '@parley/testing';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { migrations } from '../src/generated/migrations';
import { quiet } from './support/neighbours';
import { callerIn, startTickets, type TestService } from './support/service';

let service: TestService;
beforeAll(async () => {
  service = await startTickets('tickets_service');
});
afterAll(() => service.stop());
afterEach(() => service.setClock(undefined));

it('serves over the network what it serves in process', async () => {
  const caller = callerIn(service.neighbours);
  const server = await startRpcServer({
    services: service.module.implementations,
    address: '127.0.0.1:0',
    observer: quiet,
  });
  const network = createNetworkCaller({ service: 'tickets', target: `127.0.0.1:${server.port}` });
  await eventually(() => network.health());
  const tickets = createClient(TicketsServiceDefinition, network);
  const ticket = {
    title: 'x',
    customData: { a: null, b: [1, { c: 'd' }] },
    tags: ['t'],
    dueDate: '2030-01-01T00:00:00.001Z',
  };
  const created = await tickets.createTicket({ ticket }, caller.context);
  expect(created.ticket).toMatchObject(ticket);
  const read = { ticketId: created.ticket?.id ?? '' };
  const local = await service.tickets.getTicket(read, caller.context);
  expect(await tickets.getTicket(read, caller.context)).toEqual(local);
  const updated = await tickets.updateTicket(
    { ...read, ticket: {}, nulls: ['customData', 'dueDate'] },
    caller.context,
  );
  expect(updated.ticket).not.toHaveProperty('customData', expect.anything());
  await expect(tickets.getTicket({ ticketId: 'x' }, caller.context)).rejects.toMatchObject({
    reason: 'TICKET_NOT_FOUND',
  });
  await network.close();
  await server.close(1_000);
});

testSchema(__dirname, migrations);

it('migrates the tables of the libraries as these define them', () => {
  const sql = migrations.map(({ script }) => script).join('\n');
  // The tables of mails and of events came in several migrations each.
  const mailParts = [
    mailTablesSql.replace(mailErasureSql, '').replace(mailSendingErasureSql, ''),
    mailErasureSql,
    mailSendingErasureSql,
  ];
  const laterParts = [deadLetterIndexesSql, inHandTableSql];
  const eventParts = [laterParts.reduce((all, part) => all.replace(part, ''), eventTablesSql), ...laterParts];
  for (const tables of [...eventParts, ...mailParts, searchTablesSql]) expect(sql).toContain(tables.trim());
});

it('is healthy once started, part by part', async () => {
  for (const check of Object.values(service.module.health)) await expect(check()).resolves.toBeUndefined();
  expect(Object.keys(service.module.health)).toEqual(['database', 'events', 'search', 'mail', 'ai']);
});

it('marks an overdue answer as breached, tells of it once, and a reply clears it', async () => {
  const caller = callerIn(service.neighbours);
  const contact = service.neighbours.addContact(caller.projectId, { sla: 10 });
  const answer = await service.tickets.createTicket({ ticket: { session: contact.id } }, caller.context);
  const ticketId = answer.ticket?.id ?? '';
  const read = async () => (await service.tickets.getTicket({ ticketId }, caller.context)).ticket;
  expect(await read()).toMatchObject({ slaBreached: false });
  service.setClock(new Date(Date.now() + 11 * 60_000));
  await eventually(async () => expect(await read()).toMatchObject({ slaBreached: true }));
  await service.messages.createMessage({ ticket: ticketId, comment: 'sorry' }, caller.context);
  const after = await read();
  expect(after).toMatchObject({ slaBreached: false });
  expect(after?.slaDueAt).toBeUndefined();
  const breaches = (await service.events(ticketId)).filter(({ subject }) => subject.endsWith('sla_breached'));
  expect(breaches).toEqual([
    expect.objectContaining({
      subject: 'tickets.v1.ticket.sla_breached',
      payload: expect.objectContaining({ changed: ['slaBreached'] }),
    }),
  ]);
});

it('answers 503 to a search while the engine is away, never something else, and goes on with the rest', async () => {
  const lame = await startTickets('tickets_without_search', {
    searchEngine: { kind: 'meilisearch', url: 'http://127.0.0.1:1' },
    log: createLogger({ service: 'tickets', level: 'silent' }),
  });
  const caller = callerIn(lame.neighbours);
  const answer = await lame.tickets.createTicket({ ticket: { title: 'findable' } }, caller.context);
  await expect(lame.tickets.searchTickets({ searchTerm: 'findable' }, caller.context)).rejects.toMatchObject({
    kind: 'unavailable',
    reason: 'UNAVAILABLE',
  });
  await expect(lame.module.health['search']?.()).rejects.toMatchObject({ kind: 'unavailable' });
  const marks = await lame.db.query('SELECT id FROM search_queue');
  expect(marks).toEqual([{ id: answer.ticket?.id }]);
  await lame.stop();
});

it('reports how far events, search and mail are behind', async () => {
  const page = await service.metrics.text();
  for (const name of [
    'event_outbox_age_seconds',
    'event_dead_letters',
    'search_index_lag_seconds',
    'search_set_aside',
    'mail_queue_lag_seconds',
  ]) {
    expect(page).toMatch(new RegExp(`^${name}\\{service="tickets"\\} [0-9.]+$`, 'm'));
  }
});
