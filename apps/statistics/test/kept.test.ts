import { hastenJob, STANDING } from '@parley/jobs';
import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { holdBuild } from '../src/progress/build.store';
import { traitJob } from '../src/build/trait-marks';
import { NOW, randomMonth } from './support/month';
import { createDice } from './support/random';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { takeIn } from './support/take-in';
import { makeTicket } from './support/tickets';

const START = Date.parse('2026-03-10T08:00:00.000Z');
const GRACE = '0000000000000000000000a1';
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
});
afterAll(() => service.stop());

/** Rows that only one of two statements has. */
const difference = (one: string, other: string): Promise<unknown[]> =>
  service.db.query(`(${one} EXCEPT ${other}) UNION ALL (${other} EXCEPT ${one})`);

const KEPT_NOW = `SELECT project_id, type, status, channel, priority, user_id, team_id, count::bigint, queued::bigint FROM ticket_now`;
const COUNTED_NOW = `SELECT project_id, type, status, COALESCE(channel, ''), priority, COALESCE(user_id, ''),
  COALESCE(team_id, ''), count(*), count(*) FILTER (WHERE queued) FROM ticket WHERE listed GROUP BY 1, 2, 3, 4, 5, 6, 7`;
const KEPT_PEOPLE = `SELECT project_id, figure, user_id, team_id, month, previous::text, count::bigint FROM person_month WHERE count <> 0`;
const COUNTED_PEOPLE = `SELECT f.project_id, p.figure, f.user_id, COALESCE(f.team_id, ''), date_trunc('month', f.at AT TIME ZONE 'UTC')::date,
  COALESCE(date_trunc('month', f.previous_own_at AT TIME ZONE 'UTC')::date, '-infinity')::text, count(*)
  FROM fact f JOIN summed_figure p ON p.by_person AND p.kind = f.kind AND NOT p.is_time AND (p.flag = 0 OR f.flags & p.flag <> 0)
 WHERE f.user_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6`;
const KEPT_TIMES = `SELECT project_id, figure, working, user_id, team_id, month, bucket, count::bigint FROM person_spread
  WHERE count <> 0`;
const COUNTED_TIMES = `SELECT f.project_id, p.figure, t.working, f.user_id, COALESCE(f.team_id, ''),
  date_trunc('month', f.at AT TIME ZONE 'UTC')::date, wide_bucket(t.ms), count(*)
  FROM fact f JOIN summed_figure p ON p.by_person AND p.kind = f.kind AND p.is_time AND (p.flag = 0 OR f.flags & p.flag <> 0)
 CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
 WHERE f.user_id IS NOT NULL AND t.ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7`;

const FIGURES_OF_CLASSES = `FROM fact f JOIN summed_figure c ON c.by_trait AND c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
  LEFT JOIN trait r ON r.id = f.trait_id`;
const CLASS = `COALESCE(r.type, ''), COALESCE(r.priority, ''), COALESCE(r.channel, ''), COALESCE(r.outbound, '')`;
const KEPT_CLASS_TIMES = `SELECT project_id, figure, working, month, type, priority, channel, outbound, bucket, count::bigint,
  total::numeric FROM class_spread WHERE count <> 0`;
const COUNTED_CLASS_TIMES = `SELECT f.project_id, c.figure, t.working, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, ${CLASS},
  wide_bucket(t.ms), count(*), sum(t.ms)
  ${FIGURES_OF_CLASSES} CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
 WHERE c.is_time AND t.ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`;
const COUNTED = `FROM fact f JOIN summed_figure c ON c.by_trait AND c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
 WHERE NOT c.is_time`;
const MONTH = `date_trunc('month', f.at AT TIME ZONE 'UTC')::date`;
const KEPT_TRAITS = `SELECT project_id, figure, trait_id, month, count::bigint FROM trait_month WHERE count <> 0`;
const COUNTED_TRAITS = `SELECT f.project_id, c.figure, f.trait_id, ${MONTH}, count(*) ${COUNTED} AND f.trait_id IS NOT NULL
 GROUP BY 1, 2, 3, 4`;
const KEPT_CREATED = `SELECT project_id, figure, created, month, count::bigint FROM created_month WHERE count <> 0`;
const COUNTED_CREATED = `SELECT f.project_id, c.figure, (f.ticket_created_at AT TIME ZONE 'UTC')::date, ${MONTH}, count(*) ${COUNTED}
   AND f.ticket_created_at IS NOT NULL GROUP BY 1, 2, 3, 4`;
const KEPT_DAYS = `SELECT project_id, user_id, team_id, day, count::bigint FROM work_day WHERE count <> 0`;
const COUNTED_DAYS = `SELECT project_id, user_id, team_id, floor(extract(epoch FROM at) / 86400)::integer,
  count(DISTINCT floor(extract(epoch FROM at) / 300))
  FROM (SELECT project_id, user_id, at, kind, unnest(ARRAY['', team_id]) AS team_id FROM fact) f
 WHERE kind = 1000 AND user_id IS NOT NULL AND team_id IS NOT NULL GROUP BY 1, 2, 3, 4`;

const keepsClasses = async (): Promise<void> => {
  expect(await difference(KEPT_CLASS_TIMES, COUNTED_CLASS_TIMES)).toEqual([]);
  expect(await difference(KEPT_DAYS, COUNTED_DAYS)).toEqual([]);
  expect(await difference(KEPT_TRAITS, COUNTED_TRAITS)).toEqual([]);
  expect(await difference(KEPT_CREATED, COUNTED_CREATED)).toEqual([]);
};

const rowsIn = async (table: string): Promise<number> =>
  (await service.db.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))[0]?.count ?? 0;

it('keeps tickets of now, and sums of people, classes, traits, days of creation and days of work that say what their rows say, after changes, deletions and a rebuild', async () => {
  const projectId = newId();
  const dice = createDice(11);
  const month = randomMonth(dice, projectId, 60);
  await takeIn(service, dice, projectId, month);
  expect(await rowsIn('ticket_now')).toBeGreaterThan(5);
  expect(await rowsIn('person_month')).toBeGreaterThan(5);
  expect(await rowsIn('person_spread')).toBeGreaterThan(5);
  expect(await rowsIn('class_spread')).toBeGreaterThan(5);
  expect(await rowsIn('trait_month')).toBeGreaterThan(5);
  expect(await rowsIn('created_month')).toBeGreaterThan(5);
  expect(await rowsIn("work_day WHERE team_id <> ''")).toBeGreaterThan(5);
  const agree = async (): Promise<void> => {
    expect(await difference(KEPT_NOW, COUNTED_NOW)).toEqual([]);
    expect(await difference(KEPT_PEOPLE, COUNTED_PEOPLE)).toEqual([]);
    expect(await difference(KEPT_TIMES, COUNTED_TIMES)).toEqual([]);
    await keepsClasses();
  };
  await agree();
  const ids = await service.db.query<{ id: string }>('SELECT id FROM ticket ORDER BY id LIMIT 10');
  await service.publish(
    ...ids.map(({ id }) => ({
      subject: 'tickets.v1.ticket.deleted',
      projectId,
      aggregateId: id,
      payload: {},
    })),
  );
  await agree();
  await service.module.commands['statistics:rebuild']?.(() => undefined, []);
  await agree();
});

it('answers by tickets while facts of an earlier version know no trait, and gives them theirs', async () => {
  const projectId = newId();
  const told = [
    makeTicket(projectId, START, { type: 'BUG', tags: ['vip', 'a'], priority: 'HIGH' }),
    makeTicket(projectId, START, { type: 'BUG' }),
    makeTicket(projectId, START, { type: 'INQUIRY', channel: 'EMAIL' }),
  ];
  await service.publish(
    ...told.map((ticket) => ticket.created()),
    ...told.map((ticket) => ticket.message(START + 60_000, 'reply', { type: 'user', id: GRACE })),
  );
  const answers = async (): Promise<unknown> => {
    const by = async (groupedBy: string) =>
      (
        await service.charts.getBarChart(
          {
            chartType: 'REPLIES_COUNT',
            groupedBy,
            ...MARCH,
            groupInterval: 'month',
          } as never,
          makeContext(projectId),
        )
      ).series.map(({ key, data }) => [key, data.map(({ value }) => value)]);
    const value = async (asked: object) =>
      (await service.facts(projectId, 'MESSAGE_COUNT', { ...MARCH, ...asked })).value;
    return [
      await value({ type: 'BUG' }),
      await value({ tag: 'vip' }),
      await value({ channel: 'EMAIL' }),
      await value({
        filter: [{ field: 'createdAt', operator: 'gt', values: [new Date(START).toISOString()] }],
      }),
      await by('type'),
      await by('tag'),
    ];
  };
  const expected = [
    2,
    1,
    1,
    0,
    [
      ['BUG', [2]],
      ['INQUIRY', [1]],
    ],
    [
      [null, [2]],
      ['a', [1]],
      ['vip', [1]],
    ],
  ];
  expect(await answers()).toEqual(expected);
  const without = async (): Promise<number> =>
    rowsIn('fact WHERE trait_id IS NULL AND ticket_id IS NOT NULL');
  /** As it does by itself every 5 minutes. */
  const look = (): Promise<void> => hastenJob(service.db, traitJob, {}, { ...STANDING, now: new Date(NOW) });
  await service.db.transaction(async (tx) => {
    // As in a build of the whole project: the job waits.
    await holdBuild(tx, projectId);
    await service.db.query(
      'UPDATE fact SET trait_id = NULL, ticket_created_at = NULL WHERE project_id = $1',
      [projectId],
    );
    await look();
    expect(await answers()).toEqual(expected);
    expect(await without()).toBeGreaterThan(0);
  });
  await look();
  await eventually(async () => expect(await without()).toBe(0));
  await keepsClasses();
  expect(await answers()).toEqual(expected);
});

it('keeps the trait of a ticket with its facts, whenever it changes, and forgets those that no ticket has at a rebuild', async () => {
  const projectId = newId();
  const ticket = makeTicket(projectId, START, { type: 'BUG', tags: ['first'] });
  const created = ticket.created();
  const message = ticket.message(START + 60_000, 'reply', { type: 'user', id: GRACE });
  const changed = ticket.set(START + 120_000, { type: 'INQUIRY', tags: ['second'] });
  // The newest is told first, and the oldest again at last.
  await service.publish(changed, message, created, created);
  const value = async (asked: object) =>
    (await service.facts(projectId, 'TICKET_REPLIES_COUNT', { ...MARCH, ...asked })).value;
  expect(await value({ type: 'INQUIRY', tag: 'second' })).toBe(1);
  expect(await value({ type: 'BUG' })).toBe(0);
  expect(await value({ tag: 'first' })).toBe(0);
  service.neighbours.histories.set(projectId, [ticket.whole()]);
  await service.module.commands['statistics:rebuild']?.(() => undefined, []);
  expect(await value({ type: 'INQUIRY', tag: 'second' })).toBe(1);
  const tags = await service.db.query<{ tags: string[] }>('SELECT tags FROM trait WHERE project_id = $1', [
    projectId,
  ]);
  expect(tags).toEqual([{ tags: ['second'] }]);
});
