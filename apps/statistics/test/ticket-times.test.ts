import { newId } from '@parley/persistence';
import { MONTH_START, NOW, randomMonth } from './support/month';
import { type Dice, createDice } from './support/random';
import { startStatistics, type TestStatistics } from './support/statistics';
import { takeIn } from './support/take-in';

const DAY = 86_400_000;
const QUESTIONS = 150;

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
});
afterAll(() => service.stop());

/** What is counted, and which facts these are. */
const counted: readonly (readonly [chart: string, facts: string])[] = [
  ['NEW_TICKETS_COUNT', 'f.kind = 60'],
  ['MESSAGE_COUNT', 'f.kind = 50'],
  ['TICKET_CLOSE_COUNT', 'f.kind = 190 AND f.flags & 8 <> 0'],
];

const signs: Readonly<Record<string, string>> = { gte: '>=', gt: '>', lte: '<=', lt: '<' };
const columns: Readonly<Record<string, string>> = { createdAt: 't.created_at', updatedAt: 't.updated_at' };

interface Condition {
  field: string;
  operator: string;
  values: string[];
}

interface Times {
  createdAt: Date;
  updatedAt: Date;
}

/** A time at which something happened to a ticket, a midnight, or any. */
const someTime = (dice: Dice, times: readonly Times[]): string => {
  const any = MONTH_START + dice.below(50 * DAY) - 5 * DAY;
  const { createdAt, updatedAt } = dice.one(times);
  return new Date(dice.one([createdAt.getTime(), updatedAt.getTime(), any, any - (any % DAY)])).toISOString();
};

const someConditions = (dice: Dice, times: readonly Times[]): Condition[] =>
  Array.from({ length: 1 + dice.below(3) }, () => ({
    field: dice.one(Object.keys(columns)),
    operator: dice.one(Object.keys(signs)),
    values: [someTime(dice, times)],
  }));

/** Periods with whole months and pieces around them, and one without. */
const periods = [
  ['2026-02-20T07:00:00.000Z', '2026-05-20T09:30:00.000Z'],
  ['2026-03-17T07:13:11.123Z', '2026-05-10T12:00:00.000Z'],
  ['2026-03-01T00:00:00.000Z', '2026-04-30T23:59:59.999Z'],
  ['2026-03-12T00:00:00.000Z', '2026-04-20T00:00:00.000Z'],
] as const;

it('counts by when tickets were created and changed (1) as their facts say, in any period, at any bound, also of times that cannot be', async () => {
  const projectId = newId();
  const dice = createDice(20);
  await takeIn(service, dice, projectId, randomMonth(dice, projectId, 60));
  const tickets = await service.db.query<{ id: string }>(
    'SELECT id FROM ticket WHERE project_id = $1 ORDER BY id',
    [projectId],
  );
  // Changed at once, after minutes or after weeks; and before they were created.
  for (const { id } of tickets)
    await service.db.query(
      `UPDATE ticket SET updated_at = created_at + $3 * interval '1 millisecond' WHERE project_id = $1 AND id = $2`,
      [projectId, id, dice.one([0, dice.below(600_000), dice.below(40 * DAY), -dice.below(5 * DAY)])],
    );
  const times = await service.db.query<Times>(
    'SELECT created_at AS "createdAt", updated_at AS "updatedAt" FROM ticket WHERE project_id = $1',
    [projectId],
  );
  let total = 0;
  for (let n = 0; n < QUESTIONS; n += 1) {
    const [chart, facts] = dice.one(counted);
    const [startDate, endDate] = dice.one(periods);
    const filter = someConditions(dice, times);
    const where = filter
      .map(({ field, operator, values: [value] }) => `${columns[field]} ${signs[operator]} '${value}'`)
      .join(' AND ');
    const [row] = await service.db.query<{ count: number }>(
      `SELECT count(*) AS count FROM fact f JOIN ticket t ON t.project_id = f.project_id AND t.id = f.ticket_id
        WHERE f.project_id = $1 AND f.at >= $2 AND f.at <= $3 AND ${facts} AND ${where}`,
      [projectId, startDate, endDate],
    );
    const { value } = await service.facts(projectId, chart, { startDate, endDate, filter });
    expect({ chart, startDate, where, value }).toEqual({ chart, startDate, where, value: row?.count });
    total += value ?? 0;
  }
  expect(total).toBeGreaterThan(QUESTIONS);
});
