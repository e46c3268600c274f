import { newId } from '@parley/persistence';
import { countByHour, countByPoint, countFacts } from '../src/charts/count.store';
import { measureScope } from '../src/charts/measure.store';
import { type FindSums, findCounts, findHistograms, findNone, findOfPeople } from '../src/charts/sums.sql';
import type { Scope } from '../src/charts/scope';
import { type Figure, figures, kinds, teamFigures } from '../src/facts';
import { countTicketsByUser, gatherSamples } from '../src/lists/team-facts.store';
import { countByPerson, findWholeMonths, medianByPerson } from '../src/lists/team-sums.store';
import { listPoints, listStretches, type Question, readQuestion } from '../src/question';
import { at } from './support/asks';
import { NOW, randomMonth, ROBOT } from './support/month';
import { createDice } from './support/random';
import { randomAsks } from './support/random-asks';
import { startStatistics, type TestStatistics } from './support/statistics';
import { takeIn } from './support/take-in';

const SEED = 6;
const TICKETS = 70;
const ASKS = 100;
const projectId = newId();
const charts: readonly Figure[] = Object.values(figures);
const ofTeam: readonly Figure[] = [...charts, ...Object.values(teamFigures)].filter(
  (figure: Figure) => figure.byPerson,
);

let service: TestStatistics;
let asked: readonly { sent: unknown; question: Question; scope: Scope }[];
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
  const dice = createDice(SEED);
  const month = randomMonth(dice, projectId, TICKETS);
  await takeIn(service, dice, projectId, month);
  const times = month.tickets.flatMap(({ facts, messages }) => [
    at(String(facts.createdAt)),
    ...messages.map((message) => at(String(message.at))),
  ]);
  asked = randomAsks(dice, times, ASKS).map(({ sent }) => {
    const question = readQuestion(sent, new Date(NOW));
    const { filters, from, to } = question;
    return { sent, question, scope: { projectId, filters, from, to, hasTraits: true } };
  });
});
afterAll(() => service.stop());

/** Expects the same of sums as of facts. */
const expectSame = async (what: object, bySums: Promise<unknown>, byFacts: Promise<unknown>): Promise<void> =>
  expect({ ...what, is: await bySums }).toEqual({ ...what, is: await byFacts });

/** How many questions sums answer in part. */
const countServed = (find: FindSums, of: readonly Figure[]): number =>
  asked.filter(({ scope }) => of.some((figure) => find(scope, figure))).length;

it('asks enough that sums answer', () => {
  expect(countServed(findCounts, charts)).toBeGreaterThan(30);
  expect(countServed(findHistograms, charts)).toBeGreaterThan(12);
  expect(countServed(findOfPeople('person_month'), ofTeam)).toBeGreaterThan(12);
});

it('counts each figure from sums as from facts, in all and in each interval', async () => {
  for (const { sent, question, scope } of asked)
    for (const figure of charts) {
      const what = { sent, figure: figure.number };
      const { db } = service;
      await expectSame(what, countFacts(db, scope, figure), countFacts(db, scope, figure, findNone));
      const points = listPoints(question, 'month', question.zone);
      if (points)
        await expectSame(
          what,
          countByPoint(db, scope, figure, points),
          countByPoint(db, scope, figure, points, findNone),
        );
    }
});

it('counts hours of the week from sums as from facts', async () => {
  for (const { sent, question, scope } of asked) {
    const stretches = listStretches(question.zone);
    const count = (find?: FindSums) =>
      countByHour(service.db, scope, figures.MESSAGES, stretches, ...(find ? [find] : []));
    await expectSame({ sent }, count(), count(findNone));
  }
});

it('measures each figure from histograms as from facts: medians and averages, of all and of working hours', async () => {
  for (const { sent, scope } of asked)
    for (const figure of charts.filter(({ isTime }) => isTime))
      for (const column of ['ms', 'work_ms'] as const)
        for (const isAverage of [false, true]) {
          const measure = { figure, column, isAverage };
          const read = async (find?: FindSums) => {
            const { value, count } = await measureScope(service.db, scope, measure, ...(find ? [find] : []));
            // A mean is a sum and a count here, and there an exact number that is rounded.
            return { value: value === null ? null : Number(value.toFixed(6)), count };
          };
          await expectSame({ sent, figure: figure.number, column, isAverage }, read(), read(findNone));
        }
});

/** Numbers in an order; none and 0 are the same. */
const byId = (rows: readonly { id: string | null; value: number | null }[]): unknown[] =>
  rows
    .flatMap(({ id, value }) => (value ? [{ id, value }] : []))
    .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));

it('has the numbers of each person from sums as from facts', async () => {
  const services = [ROBOT];
  for (const { sent, scope } of asked) {
    const months = findWholeMonths(scope);
    if (!months) continue;
    const { db } = service;
    const reading = { sql: db, scope, months, services };
    for (const figure of ofTeam) {
      const { kind } = figure;
      const what = { sent, figure: figure.number };
      if (figure.isOncePerTicket) {
        // Under a filter of teams tickets are always counted from facts.
        if (scope.filters.teams) continue;
        const byFacts = countTicketsByUser(db, scope, figure, services);
        await expectSame(what, countByPerson(reading, figure).then(byId), byFacts.then(byId));
      } else
        for (const column of ['ms', 'work_ms'] as const) {
          const [counts, sampled] = figure.isTime ? [[], [figure]] : [[figure], []];
          const rows = await gatherSamples(db, scope, services, { kind, column, counts, sampled });
          const byFacts = rows.map((row) => ({
            id: row['id'] as string | null,
            value: (row['count0'] ?? row['sample0'] ?? null) as number | null,
          }));
          const bySums = figure.isTime
            ? medianByPerson(reading, figure, column)
            : countByPerson(reading, figure);
          await expectSame({ ...what, column }, bySums.then(byId), Promise.resolve(byId(byFacts)));
        }
    }
  }
});

it('sums figures up in the database as they are defined', async () => {
  const defined = [...charts, ...Object.values(teamFigures)]
    .filter(({ byTrait, byPerson }: Figure) => byTrait || byPerson)
    .map(({ number, kind, flag = 0, isTime, byTrait, byPerson }: Figure) => ({
      ...{ figure: number, kind: kinds[kind], flag },
      ...{ is_time: isTime === true, by_trait: byTrait === true, by_person: byPerson !== undefined },
    }));
  expect(await service.db.query('SELECT * FROM summed_figure ORDER BY figure')).toEqual(defined);
});
