import { newId } from '@parley/persistence';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { makeTicket } from './support/tickets';

const START = Date.parse('2026-03-10T08:00:00.000Z');
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };

let time = 1_000;
let service: TestStatistics;
beforeAll(async () => {
  // Every answer is costly, and time passes when the test says so.
  service = await startStatistics({ answers: { costlyMs: 0, now: () => time } });
});
afterAll(() => service.stop());

const count = async (projectId: string, asked: object = {}) =>
  (await service.facts(projectId, 'NEW_TICKETS_COUNT', { ...MARCH, ...asked })).value;

it('answers the same to the same question for 2 s after several asked it at once (9), and the truth to any other, also of another project', async () => {
  const [projectId, otherId] = [newId(), newId()];
  await service.publish(makeTicket(projectId, START, { type: 'BUG' }).created());
  expect(await Promise.all([count(projectId), count(projectId)])).toEqual([1, 1]);
  await service.publish(
    makeTicket(projectId, START, { type: 'BUG' }).created(),
    makeTicket(otherId, START).created(),
    makeTicket(otherId, START).created(),
    makeTicket(otherId, START).created(),
  );
  time += 1_999;
  expect(await count(projectId)).toBe(1);
  expect(await count(projectId, { type: 'BUG' })).toBe(2);
  expect(await count(otherId)).toBe(3);
  const { series } = await service.charts.getBarChart(
    { chartType: 'NEW_TICKETS_COUNT', groupInterval: 'month', ...MARCH } as never,
    makeContext(projectId),
  );
  expect(series[0]?.data.map(({ value }) => value)).toEqual([2]);
  time += 2;
  expect(await count(projectId)).toBe(2);
});

it('shows a change at once to whoever asks alone (9)', async () => {
  const projectId = newId();
  for (const expected of [1, 2, 3]) {
    await service.publish(makeTicket(projectId, START).created());
    expect(await count(projectId)).toBe(expected);
  }
});
