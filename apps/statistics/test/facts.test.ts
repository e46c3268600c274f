import { newId } from '@parley/persistence';
import { startStatistics, type TestStatistics } from './support/statistics';
import { contact, ticketOf, user } from './support/tickets';

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
  const ticket = ticketOf(projectId, START, {
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
