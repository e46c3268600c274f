import { DomainError } from '@parley/errors';
import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { formerQueues } from '../src/jobs/former-queues.sql';
import { adoptJobs } from '@parley/jobs';
import { createNeighbours } from './support/neighbours';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { makeTicket } from './support/tickets';

const HOUR = 3_600_000;
const NOW = Date.now();
const START = NOW - 24 * HOUR;
const GRACE = '0000000000000000000000a1';

const history = (projectId: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const ticket = makeTicket(projectId, START + index * 1_000, { sessionId: newId() });
    ticket.message(START + HOUR + index * 1_000, 'reply', { type: 'user', id: GRACE });
    return ticket;
  });

const running: TestStatistics[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

const start = async (neighbours = createNeighbours()): Promise<TestStatistics> => {
  const service = await startStatistics({ neighbours, clock: () => new Date() });
  running.push(service);
  return service;
};

const value = async (service: TestStatistics, projectId: string, chart: string) =>
  (await service.facts(projectId, chart)).value;

it('answers 503 with Retry-After until the first build of a project is done, and then what was there before', async () => {
  const [projectId, fresh] = [newId(), newId()];
  const neighbours = createNeighbours();
  const tickets = history(projectId, 7);
  neighbours.histories.set(
    projectId,
    tickets.map((ticket) => ticket.whole()),
  );
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  neighbours.beforePart = () => held;
  const service = await start(neighbours);
  const [first] = tickets;
  // While the build runs: an event of a ticket that is not read yet, and one of a project without a past.
  await service.publish(
    first?.message(START + 2 * HOUR, 'contact', { type: 'contact', id: newId() }) as never,
    makeTicket(fresh, START).created(),
  );
  await eventually(async () => expect(await value(service, fresh, 'NEW_TICKETS_COUNT')).toBe(1));
  const refusal = await service.facts(projectId, 'NEW_TICKETS_COUNT').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DomainError);
  expect(refusal).toMatchObject({ kind: 'unavailable', reason: 'UNAVAILABLE', retryAfter: 5 });
  const context = makeContext(projectId);
  const lines = () => service.charts.exportList({ chartType: 'SLA_REPORTS_LIST' } as never, context);
  for (const ask of [
    () => service.charts.getBarChart({ chartType: 'NEW_TICKETS_COUNT' } as never, context),
    () => service.charts.getList({ chartType: 'SLA_REPORTS_LIST' } as never, context),
    () => service.charts.getHeatmap({ chartType: 'BUSIEST_HOURS_PER_WEEKDAY' } as never, context),
    () => service.rows(projectId),
    () => lines()[Symbol.asyncIterator]().next(),
  ])
    await expect(ask()).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  release();
  await eventually(async () => expect(await value(service, projectId, 'NEW_TICKETS_COUNT')).toBe(7));
  expect(await value(service, projectId, 'TICKET_REPLIES_COUNT')).toBe(7);
  expect(await value(service, projectId, 'MESSAGE_COUNT')).toBe(8);
});

it('counts nothing twice that is told while it is read, and keeps what has no other home', async () => {
  const projectId = newId();
  const neighbours = createNeighbours();
  const service = await start(neighbours);
  const tickets = history(projectId, 10);
  await service.publish(...tickets.map((ticket) => ticket.created()), {
    subject: 'contacts.v1.contact.tracked',
    projectId,
    aggregateId: newId(),
    payload: { events: [{ id: newId(), name: 'widgetOpened', date: new Date(START).toISOString() }] },
  });
  neighbours.histories.set(
    projectId,
    tickets.map((ticket) => ticket.whole()),
  );
  let parts = 0;
  const gone = tickets[9];
  neighbours.beforePart = async () => {
    parts += 1;
    if (parts !== 2) return;
    // One that was read already, one that is not yet, a new one, and one that goes.
    await service.publish(
      tickets[0]?.message(NOW, 'contact', { type: 'contact', id: newId() }) as never,
      tickets[8]?.message(NOW, 'contact', { type: 'contact', id: newId() }) as never,
      makeTicket(projectId, NOW).created(),
      gone?.deleted() as never,
    );
  };
  // Asked all the while: what is read anew takes nothing away until it is there.
  const answers: number[] = [];
  let isRebuilt = false;
  const asking = (async () => {
    while (!isRebuilt) answers.push((await value(service, projectId, 'MESSAGE_COUNT')) ?? -1);
  })();
  await service.module.commands['statistics:rebuild']?.(() => undefined, []);
  await eventually(async () => expect(await value(service, projectId, 'MESSAGE_COUNT')).toBe(11));
  isRebuilt = true;
  await asking;
  expect(answers.filter((answer, index) => answer < (answers[index - 1] ?? 0))).toEqual([]);
  expect(await value(service, projectId, 'NEW_TICKETS_COUNT')).toBe(10);
  expect(await value(service, projectId, 'TICKET_REPLIES_COUNT')).toBe(9);
  expect(await value(service, projectId, 'WIDGET_OPENED_COUNT')).toBe(1);
});

it('does what a former release was asked for and had not done', async () => {
  const projectId = newId();
  const neighbours = createNeighbours();
  const service = await start(neighbours);
  // The first question builds the project: it has no tickets yet.
  await eventually(async () => expect(await value(service, projectId, 'NEW_TICKETS_COUNT')).toBe(0));
  neighbours.histories.set(
    projectId,
    history(projectId, 4).map((ticket) => ticket.whole()),
  );
  await service.db.query(
    `INSERT INTO build (project_id, requested_at, position, lease_until) VALUES ($1, now(), '', now() - interval '1 second')`,
    [projectId],
  );
  await adoptJobs(service.db, formerQueues, new Date());
  await eventually(async () => expect(await value(service, projectId, 'NEW_TICKETS_COUNT')).toBe(4));
});

it('repairs facts and summaries that were lost', async () => {
  const projectId = newId();
  const neighbours = createNeighbours();
  const service = await start(neighbours);
  const tickets = history(projectId, 5);
  await service.publish(...tickets.map((ticket) => ticket.created()));
  neighbours.histories.set(
    projectId,
    tickets.map((ticket) => ticket.whole()),
  );
  for (const table of ['fact', 'fact_quarter', 'fact_spread', 'ticket_story', 'ticket'])
    await service.db.query(`DELETE FROM ${table}`);
  expect(await value(service, projectId, 'NEW_TICKETS_COUNT')).toBe(0);
  await service.module.commands['statistics:rebuild']?.(() => undefined, []);
  expect(await value(service, projectId, 'NEW_TICKETS_COUNT')).toBe(5);
  expect(await service.facts(projectId, 'MEDIAN_FIRST_RESPONSE_TIME')).toMatchObject({ value: 1, count: 5 });
});

it('goes on where a build was when its process died', async () => {
  const projectId = newId();
  const neighbours = createNeighbours();
  const service = await start(neighbours);
  const tickets = history(projectId, 12);
  neighbours.histories.set(
    projectId,
    tickets.map((ticket) => ticket.whole()),
  );
  let failures = 1;
  let parts = 0;
  neighbours.beforePart = () => {
    parts += 1;
    if (parts === 3 && failures > 0) {
      failures -= 1;
      return Promise.reject(new DomainError('unavailable', 'UNAVAILABLE', 'away'));
    }
    return Promise.resolve();
  };
  await service.module.commands['statistics:rebuild']?.(() => undefined, []);
  expect(await value(service, projectId, 'NEW_TICKETS_COUNT')).toBe(12);
  // Two parts before the failure, the failed one, and the two that were left.
  expect(parts).toBe(5);
});
