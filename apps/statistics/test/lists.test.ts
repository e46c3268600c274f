import { newId } from '@parley/persistence';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';
import { contact, makeTicket, user } from './support/tickets';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const START = Date.parse('2026-03-10T08:00:00.000Z');
let now = Date.parse('2026-03-20T12:00:00.000Z');
const [GRACE, ALAN, ROBOT] = [
  '0000000000000000000000a1',
  '0000000000000000000000a2',
  '0000000000000000000000b1',
];
const CONTACT = '0000000000000000000000c1';

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(now) });
  service.neighbours.contacts.set(CONTACT, { id: CONTACT, name: 'Lin Park', email: 'lin@customer.example' });
});
afterAll(() => service.stop());

const joined = (projectId: string, id: string, firstName: string, more: object = {}) => ({
  subject: 'workspace.v1.member.joined',
  projectId,
  aggregateId: id,
  payload: {
    projectId,
    userId: id,
    person: {
      user: {
        id,
        email: `${firstName.toLowerCase()}@example.com`,
        firstName,
        lastName: 'Agent',
        userType: 'default',
      },
      available: true,
      unavailableProjects: [],
      ...more,
    },
  },
});

const updated = (id: string, firstName: string, more: object) => ({
  ...joined('platform', id, firstName, more),
  subject: 'workspace.v1.user.updated',
  payload: joined('platform', id, firstName, more).payload.person,
});

type Cells = { value: unknown; rawValue?: unknown; unit?: string; progressValue?: unknown; id?: string }[];

const list = async (projectId: string, chartType: string, asked: object = {}) => {
  const answer = await service.charts.getList({ chartType, ...asked } as never, makeContext(projectId));
  return {
    ...answer,
    cells: answer.rows as unknown as Cells[],
    data: answer.data as unknown as Record<string, unknown>[],
  };
};

const csv = async (projectId: string, chartType: string, asked: object = {}): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const { chunk } of service.charts.exportList(
    { chartType, ...asked } as never,
    makeContext(projectId),
  ))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const filled = async () => {
  const projectId = newId();
  const rated = makeTicket(projectId, START, {
    bugId: 7,
    title: '=Refund, please',
    sessionId: CONTACT,
    userId: GRACE,
    createdBy: contact(CONTACT),
  });
  const open = makeTicket(projectId, START, { bugId: 8, type: 'BUG', userId: ALAN, queued: true });
  await service.publish(
    joined(projectId, GRACE, 'Grace'),
    joined(projectId, ALAN, 'Alan'),
    rated.created(),
    rated.message(START + 90_250, 'reply', { type: 'user', id: GRACE }),
    rated.message(START + HOUR, 'reply', { type: 'service', id: ROBOT }),
    rated.change(START + 2 * HOUR, user(GRACE), 'status', 'DONE'),
    rated.set(START + 3 * HOUR, { rating: 7.5, ratedAt: new Date(START + 3 * HOUR).toISOString() as never }),
    rated.clock(START, START + MINUTE),
    rated.endClock('breached', START + MINUTE, false),
    open.created(),
    open.set(START + HOUR, {
      rating: 3,
      ratedAt: new Date(START + HOUR).toISOString() as never,
      title: undefined,
    }),
  );
  return projectId;
};

it('lists ratings of people, best first, as rows and as existing clients read them', async () => {
  const projectId = await filled();
  const answer = await list(projectId, 'AVERAGE_RATING_PER_USER_RESULT_LIST');
  expect(answer).toMatchObject({
    title: 'Average rating per user',
    count: 2,
    totalCount: 2,
    headers: [
      { key: 'processingUserREF', label: 'User' },
      { key: 'averageRating', label: 'Average rating' },
      { key: 'ratingCount', label: 'Ratings' },
    ],
  });
  expect(answer.columns).toEqual(answer.headers);
  expect(answer.cells[0]).toEqual([{ value: 'Grace Agent', id: GRACE }, { value: 7.5 }, { value: 1 }]);
  expect(answer.data[0]).toEqual({
    processingUserREF: 'Grace Agent',
    processingUser: { id: GRACE, firstName: 'Grace', lastName: 'Agent', email: 'grace@example.com' },
    averageRating: { value: 7.5 },
    ratingCount: { value: 1 },
  });
  const page = await list(projectId, 'AVERAGE_RATING_PER_USER_RESULT_LIST', { skip: 1, limit: 1 });
  expect([page.count, page.totalCount, page.cells[0]?.[0]?.value]).toEqual([1, 2, 'Alan Agent']);
});

it('lists rated tickets newest first; one without title is called by its number', async () => {
  const projectId = await filled();
  const { cells } = await list(projectId, 'TICKETS_WITH_RATING_LIST');
  expect(cells.map((row) => row.map(({ value }) => value))).toEqual([
    ['=Refund, please', 7, 7.5, 'Grace Agent', 'Lin Park', '2026-03-10T11:00:00.000Z'],
    ['Ticket #8', 8, 3, 'Alan Agent', null, '2026-03-10T09:00:00.000Z'],
  ]);
});

it('lists what each person did, never service accounts, and the team average last', async () => {
  const projectId = await filled();
  const { cells, totalCount } = await list(projectId, 'TEAM_PERFORMANCE_LIST');
  expect(cells.map(([name]) => name?.value)).toEqual(['Grace Agent', 'Alan Agent', 'Team average']);
  expect(totalCount).toBe(3);
  const [grace, alan, average] = cells;
  expect(grace?.[4]).toEqual({
    value: 1.5,
    rawValue: 90.25,
    unit: 'min',
    valueUnit: 'min',
    progressValue: null,
  });
  expect(grace?.[2]).toEqual({ value: 1, progressValue: null });
  expect(alan?.[2]).toEqual({ value: 0, progressValue: null });
  expect(alan?.[4]?.value).toBeNull();
  expect(average?.[0]).toEqual({ value: 'Team average' });
  expect(average?.[2]?.value).toBe(0.5);
  expect(average?.[4]?.rawValue).toBe(90.25);
});

it('lists service levels that were breached, overdue until now while nobody answered', async () => {
  const projectId = await filled();
  const { data } = await list(projectId, 'SLA_REPORTS_LIST');
  expect(data).toMatchObject([
    {
      result: { value: 'breached' },
      answeredAt: { value: null },
      dueAt: { value: '2026-03-10T08:01:00.000Z' },
    },
  ]);
  expect((data[0]?.['overdue'] as { rawValue: number }).rawValue).toBe((now - START - MINUTE) / 1_000);
});

it('lists tickets by type, and by person with nobody last; both as they are now', async () => {
  const projectId = await filled();
  expect((await list(projectId, 'SNAPSHOT_TICKETS')).data).toEqual([
    { type: 'BUG', openCount: 1, otherStatusCount: 0, closedCount: 0, queuedCount: 1 },
    { type: 'INQUIRY', openCount: 0, otherStatusCount: 0, closedCount: 1, queuedCount: 0 },
  ]);
  const { cells } = await list(projectId, 'OPEN_TICKETS_PER_AGENT');
  expect(cells.map((row) => row.map(({ value }) => value))).toEqual([
    ['Alan Agent', 1, 0],
    ['Grace Agent', 0, 0],
    ['Unassigned', 0, 0],
  ]);
  expect((await service.facts(projectId, 'SNAPSHOT_OPEN_TICKETS')).value).toBe(1);
});

it('exports a list as CSV with labels, seconds, disarmed formulas, and a byte order mark only when asked', async () => {
  const projectId = await filled();
  const file = (await csv(projectId, 'TICKETS_WITH_RATING_LIST', { skip: 5, limit: 1 })).toString('utf8');
  expect(file.split('\r\n')).toEqual([
    'Ticket,Number,Rating,User,Contact,Rated at',
    `"'=Refund, please",7,7.5,Grace Agent,Lin Park,2026-03-10T11:00:00.000Z`,
    'Ticket #8,8,3,Alan Agent,,2026-03-10T09:00:00.000Z',
    '',
  ]);
  const marked = await csv(projectId, 'TEAM_PERFORMANCE_LIST', { bom: true });
  expect(marked.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [header, grace] = marked.subarray(3).toString('utf8').split('\r\n');
  expect(header).toContain('Median reply time (s)');
  expect(grace?.split(',')[4]).toBe('90.25');
});

it('counts who is online: a member, available there, heard of in the last 5 minutes', async () => {
  const projectId = await filled();
  const online = async () => (await list(projectId, 'LIVE_AGENTS_TEAM')).cells.map(([name]) => name?.value);
  const report = async (userId: string) =>
    service.presence.reportPresence(
      { seen: [{ projectId, userId, at: new Date(now).toISOString() }] } as never,
      makeContext(projectId),
    );
  expect(await online()).toEqual([]);
  const robot = joined(projectId, newId(), 'Robot');
  robot.payload.person.user.userType = 'service_account';
  await service.publish(robot);
  await report(robot.aggregateId);
  expect(await report(GRACE)).toEqual({ ignored: [] });
  await report(ALAN);
  const stranger = newId();
  expect((await report(stranger)).ignored).toEqual([
    expect.objectContaining({ projectId, userId: stranger }),
  ]);
  expect(await online()).toEqual(['Alan Agent', 'Grace Agent']);
  expect((await service.facts(projectId, 'SNAPSHOT_AGENTS_ONLINE_COUNT')).value).toBe(2);
  expect(await service.presence.countOnline({ projectId }, makeContext(projectId))).toEqual({ count: 2 });
  await service.publish(updated(GRACE, 'Grace', { available: false }));
  expect(await online()).toEqual(['Alan Agent']);
  await service.publish(updated(GRACE, 'Grace', { unavailableProjects: [projectId] }));
  expect(await online()).toEqual(['Alan Agent']);
  await service.publish(updated(GRACE, 'Grace', {}), {
    subject: 'workspace.v1.member.removed',
    projectId,
    aggregateId: ALAN,
    payload: { projectId, userId: ALAN },
  });
  expect(await online()).toEqual(['Grace Agent']);
  now += 5 * MINUTE;
  expect(await online()).toEqual(['Grace Agent']);
  now += 1;
  expect(await online()).toEqual([]);
});

it('asks the list of tickets for a count by query, with every filter and the period only when sent', async () => {
  const projectId = newId();
  const filter = [
    { field: 'status', operator: 'eq', values: ['OPEN'] },
    { field: 'archived', operator: 'eq', values: ['true'] },
  ];
  const answer = await service.facts(projectId, 'TICKET_COUNT_BY_QUERY', { filter, tag: 'vip', team: GRACE });
  expect(answer).toMatchObject({ value: 42, previousValue: null, progressValue: null });
  expect(service.neighbours.listed.at(-1)).toMatchObject({
    archived: true,
    filter: [
      { field: 'status', operator: 'eq', values: ['OPEN'] },
      { field: 'tags', operator: 'eq', values: ['vip'] },
      { field: 'processingTeam', operator: 'eq', values: [GRACE] },
    ],
  });
  await service.facts(projectId, 'TICKET_COUNT_BY_QUERY', { startDate: '2026-03-01', endDate: '2026-03-01' });
  expect(service.neighbours.listed.at(-1)).toMatchObject({
    filter: [
      { field: 'createdAt', operator: 'gte', values: ['2026-03-01T00:00:00.000Z'] },
      { field: 'createdAt', operator: 'lte', values: ['2026-03-01T23:59:59.999Z'] },
    ],
  });
  await expect(service.facts(projectId, 'NEW_TICKETS_COUNT', { filter })).rejects.toMatchObject({
    reason: 'INVALID_QUERY',
    fields: [{ field: 'status' }],
  });
});

it('answers a second project nothing, and ids of the first match nothing there', async () => {
  await filled();
  const other = newId();
  expect((await service.facts(other, 'NEW_TICKETS_COUNT', { user: GRACE })).value).toBe(0);
  expect((await list(other, 'TEAM_PERFORMANCE_LIST')).cells.map(([name]) => name?.value)).toEqual([
    'Team average',
  ]);
  expect(await service.rows(other)).toEqual([]);
});
