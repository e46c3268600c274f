import { newId } from '@parley/persistence';
import { makeContext, startStatistics, type TestStatistics, type Told } from './support/statistics';
import { makeTicket, user } from './support/tickets';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-10T08:00:00.000Z');
const NOW = Date.parse('2026-03-20T12:00:00.000Z');
const [GRACE, TEAM] = ['0000000000000000000000a1', '0000000000000000000000d1'];

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
});
afterAll(() => service.stop());

const chart = async (projectId: string, asked: object) => {
  const answer = await service.charts.getBarChart(
    { groupInterval: 'year', ...asked } as never,
    makeContext(projectId),
  );
  return answer as unknown as {
    title: string;
    series: { key: string | null; name: string; data: { label: string; value: number | null }[] }[];
    dataSets: { label: string; data: { label: string; value: number | null }[] }[];
  };
};

it('has the 20 values with the most items, then by key, and of counts the others together, last', async () => {
  const projectId = newId();
  const tags = Array.from({ length: 25 }, (_, index) => `tag${String(index).padStart(2, '0')}`);
  const tickets = tags.map((tag, index) =>
    makeTicket(projectId, START, { tags: index === 24 ? [tag, 'tag23'] : [tag], sessionId: newId() }),
  );
  await service.publish(
    ...tickets.map((ticket) => ticket.created()),
    ...tickets.map((ticket) => ticket.message(START + HOUR, 'reply', { type: 'user', id: GRACE })),
  );
  const { series } = await chart(projectId, { chartType: 'NEW_TICKETS_COUNT', groupedBy: 'tag' });
  const expected = ['tag23', ...tags.slice(0, 19), 'other'];
  expect(series.map(({ key }) => key)).toEqual(expected);
  expect(series.map(({ data }) => data[0]?.value)).toEqual([2, ...tags.slice(0, 19).map(() => 1), 5]);
  expect(series.at(-1)?.name).toBe('Other');
  // Medians of different groups make no median together.
  const times = await chart(projectId, { chartType: 'MEDIAN_REPLY_TIME', groupedBy: 'tag' });
  expect(times.series.map(({ key }) => key)).toEqual(expected.slice(0, -1));
});

it('names people and teams, also those who left, and says the same in the form existing clients read', async () => {
  const projectId = newId();
  const person = {
    id: GRACE,
    email: 'grace@example.com',
    firstName: 'Grace',
    lastName: 'Agent',
    userType: 'default',
  };
  const told = (subject: string, aggregateId: string, payload: object): Told => ({
    subject: `workspace.v1.${subject}`,
    projectId,
    aggregateId,
    payload,
  });
  const ticket = makeTicket(projectId, START, { userId: GRACE, teamId: TEAM });
  await service.publish(
    told('member.joined', GRACE, {
      projectId,
      userId: GRACE,
      person: { user: person, available: true, unavailableProjects: [] },
    }),
    told('team.updated', TEAM, {
      team: { id: TEAM, name: 'Sales' },
      updatedAt: new Date(START).toISOString(),
    }),
    ticket.created(),
    makeTicket(projectId, START).created(),
  );
  const names = async (groupedBy: string) =>
    (await chart(projectId, { chartType: 'NEW_TICKETS_COUNT', groupedBy })).series.map(({ key, name }) => [
      key,
      name,
    ]);
  expect(await names('user')).toEqual([
    [GRACE, 'Grace Agent'],
    [null, 'None'],
  ]);
  expect(await names('team')).toEqual([
    [TEAM, 'Sales'],
    [null, 'None'],
  ]);
  await service.publish(
    told('member.removed', GRACE, { projectId, userId: GRACE }),
    told('team.deleted', TEAM, { team: { id: TEAM } }),
  );
  expect((await names('user'))[0]).toEqual([GRACE, 'Grace Agent']);
  expect((await names('team'))[0]).toEqual([TEAM, 'Deleted team']);
  const { series, dataSets } = await chart(projectId, { chartType: 'NEW_TICKETS_COUNT', groupedBy: 'user' });
  expect(dataSets).toEqual(
    series.map(({ name, data }) => ({
      label: name,
      data: data.map(({ label, value }) => ({ label, value })),
    })),
  );
});

it('is called an average where one is asked for, and says what its points are of', async () => {
  const projectId = newId();
  const asked = async (chartType: string, aggsType: string) => {
    const { title, unit, interval } = await service.charts.getBarChart(
      { chartType, aggsType } as never,
      makeContext(projectId),
    );
    return [title, unit, interval];
  };
  expect(await asked('MEDIAN_REPLY_TIME', 'MEDIAN')).toEqual(['Median reply time', 's', 'day']);
  expect(await asked('MEDIAN_REPLY_TIME', 'AVERAGE')).toEqual(['Average reply time', 's', 'day']);
  expect(await asked('MEDIAN_CONVERSATION_RATING', 'AVERAGE')).toEqual([
    'Average conversation rating',
    '',
    'day',
  ]);
  expect(await asked('REPLIES_COUNT', 'AVERAGE')).toEqual(['Replies', '', 'day']);
});

it('counts what an event told that was given up once it is replayed, behind newer ones of its ticket', async () => {
  const projectId = newId();
  const ticket = makeTicket(projectId, START, { sessionId: newId() });
  const reply = ticket.message(START + HOUR, 'reply', { type: 'user', id: GRACE });
  await service.publish(
    ticket.created(),
    ticket.message(START + 2 * HOUR, 'reply', { type: 'user', id: GRACE }),
    ticket.change(START + 3 * HOUR, user(GRACE), 'status', 'DONE'),
  );
  const response = async () => (await service.facts(projectId, 'MEDIAN_FIRST_RESPONSE_TIME')).rawValue;
  expect(await response()).toBe(7_200);
  await service.db.query(
    `INSERT INTO dead_letter (id, durable, event_id, subject, project_id, aggregate_id, payload, headers, error, attempts, event_at)
     VALUES ($1, 'statistics-tickets', $1, $2, $3, $4, $5, '{}', 'Error: disk full', 8, now())`,
    [newId(), reply.subject, projectId, ticket.id, JSON.stringify(reply.payload)],
  );
  await service.module.commands['dead-letters:replay']?.(() => undefined, []);
  expect(await response()).toBe(3_600);
  expect((await service.facts(projectId, 'TICKET_REPLIES_COUNT')).value).toBe(2);
});
