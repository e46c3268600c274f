import { newId } from '@parley/persistence';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { contact, makeTicket, user } from './support/tickets';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOW = Date.parse('2026-03-20T12:00:00.000Z');
const START = Date.parse('2026-03-10T08:00:00.000Z');
const [GRACE, ALAN] = ['0000000000000000000000a1', '0000000000000000000000a2'];
const CONTACT = '0000000000000000000000c1';

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
});
afterAll(() => service.stop());

it('counts what events of a ticket tell, and answers it in every figure', async () => {
  const projectId = newId();
  const ticket = makeTicket(projectId, START, {
    sessionId: CONTACT,
    openedBy: 'contact',
    createdBy: contact(CONTACT),
    tags: ['vip'],
  });
  await service.publish(
    ticket.created(),
    ticket.message(START, 'contact', { type: 'contact', id: CONTACT }),
    ticket.change(START + MINUTE, user(ALAN), 'processingUser', GRACE),
    ticket.message(START + 1.5 * MINUTE + 250, 'reply', { type: 'user', id: GRACE }),
    ticket.change(START + HOUR, user(GRACE), 'status', 'DONE'),
    ticket.set(START + 2 * HOUR, { rating: 9, ratedAt: new Date(START + 2 * HOUR).toISOString() as never }),
  );
  const value = async (chartType: string, asked = {}) =>
    (await service.facts(projectId, chartType, asked)).value;
  expect(await value('NEW_TICKETS_COUNT')).toBe(1);
  expect(await value('TICKET_CLOSE_COUNT')).toBe(1);
  expect(await value('TICKET_REPLIES_COUNT')).toBe(1);
  expect(await value('MESSAGE_COUNT')).toBe(2);
  expect(await value('TICKET_WORKED_ON_COUNT')).toBe(1);
  expect(await value('CONVERSATION_STARTED_COUNT')).toBe(1);
  expect(await value('TICKETS_WITHOUT_COMMENTS_RATE')).toBe(0);
  expect(await value('SNAPSHOT_OPEN_TICKETS')).toBe(0);
  expect(await value('MEDIAN_CONVERSATION_RATING')).toBe(9);
  expect(await service.facts(projectId, 'MEDIAN_FIRST_RESPONSE_TIME')).toMatchObject({
    title: 'Median first response time',
    value: 1.5,
    unit: 'min',
    valueUnit: 'min',
    rawValue: 90.25,
    count: 1,
    previousCount: 0,
    previousValue: null,
    previousRawValue: null,
    progressValue: null,
  });
  expect(await value('MEDIAN_TIME_TO_CLOSE')).toBe(1);
  expect(await value('MEDIAN_FIRST_ASSIGNMENT_TIME')).toBe(1);
  expect(await value('NEW_TICKETS_COUNT', { tag: 'vip,other' })).toBe(1);
  expect(await value('NEW_TICKETS_COUNT', { tag: 'other' })).toBe(0);
  expect(await value('TICKET_REPLIES_COUNT', { user: GRACE })).toBe(1);
  expect(await value('TICKET_REPLIES_COUNT', { user: ALAN })).toBe(0);
});

it('writes only those facts of a ticket that differ', async () => {
  const projectId = newId();
  const ticket = makeTicket(projectId, START, { sessionId: CONTACT, createdBy: contact(CONTACT) });
  const rows = () =>
    service.db.query<{ id: string; version: string }>(
      `SELECT kind || ' ' || source_id AS id, xmin::text AS version FROM fact WHERE project_id = $1 ORDER BY 1`,
      [projectId],
    );
  await service.publish(
    ticket.created(),
    ticket.message(START, 'contact', { type: 'contact', id: CONTACT }),
    ticket.change(START + MINUTE, user(ALAN), 'processingUser', GRACE),
    ticket.message(START + 2 * MINUTE, 'reply', { type: 'user', id: GRACE }),
  );
  const before = await rows();
  expect(before.length).toBeGreaterThanOrEqual(5);
  await service.publish(ticket.message(START + HOUR, 'reply', { type: 'user', id: GRACE }));
  const after = await rows();
  expect(after.length).toBeGreaterThan(before.length);
  expect(after).toEqual(expect.arrayContaining(before));
});

it('counts only tickets that were created or changed when it is asked for', async () => {
  const projectId = newId();
  const tickets = [0, 24, 48].map((hours) =>
    makeTicket(projectId, START + hours * HOUR, { sessionId: CONTACT }),
  );
  const [early, , late] = tickets;
  await service.publish(
    ...tickets.map((ticket) => ticket.created()),
    ...tickets.map((ticket, index) =>
      ticket.message(START + (index * 24 + 1) * HOUR, 'reply', { type: 'user', id: GRACE }),
    ),
    early?.set(START + 72 * HOUR, { tags: ['changed'] }) as never,
    late?.set(START + 49 * HOUR, { tags: ['changed'] }) as never,
  );
  const at = (hours: number): string => new Date(START + hours * HOUR).toISOString();
  const asked = async (...filter: [field: string, operator: string, value: string][]): Promise<unknown[]> =>
    Promise.all(
      ['NEW_TICKETS_COUNT', 'TICKET_REPLIES_COUNT', 'TICKET_MEDIAN_REPLY_TIME'].map(async (chart) => {
        const sent = {
          filter: filter.map(([field, operator, value]) => ({ field, operator, values: [value] })),
        };
        const { value, count } = await service.facts(projectId, chart, sent);
        return count ?? value;
      }),
    );
  expect(await asked()).toEqual([3, 3, 3]);
  expect(await asked(['createdAt', 'gte', at(24)])).toEqual([2, 2, 2]);
  expect(await asked(['createdAt', 'gt', at(0)], ['createdAt', 'lt', at(48)])).toEqual([1, 1, 1]);
  expect(await asked(['updatedAt', 'gt', at(49)])).toEqual([1, 1, 1]);
  expect(await asked(['updatedAt', 'gte', at(49)])).toEqual([2, 2, 2]);
  expect(await asked(['createdAt', 'lt', at(24)], ['updatedAt', 'lt', at(72)])).toEqual([0, 0, 0]);
});

it('counts a hand-over at creation and each change of it, and none when it is cleared', async () => {
  const projectId = newId();
  const ticket = makeTicket(projectId, START, {
    sessionId: CONTACT,
    forwardedToSupportAt: new Date(START).toISOString() as never,
  });
  const change = (minutes: number, to?: number) =>
    ticket.change(
      START + minutes * MINUTE,
      contact(CONTACT),
      'forwardedToSupportAt',
      to === undefined ? undefined : new Date(START + to * MINUTE).toISOString(),
    );
  const requested = async (): Promise<unknown> => {
    const { series } = await service.charts.getBarChart(
      { chartType: 'CUSTOMER_SUPPORT_REQUESTED', groupInterval: 'year' } as never,
      makeContext(projectId),
    );
    return series[0]?.data?.[0]?.value;
  };
  await service.publish(ticket.created());
  expect(await requested()).toBe(1);
  await service.publish(change(4, 4), change(6));
  expect(await requested()).toBe(2);
  await service.publish(
    change(8, 8),
    ticket.message(START + 9 * MINUTE, 'reply', { type: 'user', id: GRACE }),
  );
  expect(await requested()).toBe(3);
  expect((await service.facts(projectId, 'MEDIAN_FIRST_RESPONSE_TIME')).rawValue).toBe(60);
});

it('answers counts without rawValue and count, and snapshots without a period before', async () => {
  const projectId = newId();
  await service.publish(makeTicket(projectId, START).created());
  const head = { unit: '', valueUnit: '', progressUnit: '%', progressLabel: 'vs. previous period' };
  for (const chart of ['NEW_TICKETS_COUNT', 'TICKET_WORKED_ON_COUNT', 'WIDGET_OPENED_COUNT']) {
    const answer = await service.facts(projectId, chart);
    expect(answer).toMatchObject({ ...head, previousValue: 0, progressValue: null });
    expect([answer.rawValue, answer.previousRawValue, answer.count]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }
  for (const chart of ['SNAPSHOT_OPEN_TICKETS', 'SNAPSHOT_AGENTS_ONLINE_COUNT'])
    expect(
      await service.facts(projectId, chart, { startDate: '2001-01-01', endDate: '2001-01-02' }),
    ).toMatchObject({
      ...head,
      value: chart === 'SNAPSHOT_OPEN_TICKETS' ? 1 : 0,
      previousValue: null,
      progressValue: null,
    });
  const rate = await service.facts(projectId, 'TICKETS_WITHOUT_COMMENTS_RATE');
  expect(rate).toMatchObject({ value: 100, unit: '%', count: 1, previousValue: null });
});
