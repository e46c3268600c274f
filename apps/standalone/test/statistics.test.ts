import { eventually, freePort } from '@parley/testing';
import { type Api, createApi, ok } from './support/api';
import { dropDatabases, newDatabaseUrl } from './support/databases';
import { type Mailbox, openMailbox } from './support/mailbox';
import { join, newAddress, openAccount } from './support/people';
import { removeHome, type RunningPlatform, startPlatform, temporaryHome } from './support/platform';

const IMPORTED = 40;
const MINUTE = 60_000;
const START = Date.parse('2026-03-10T08:00:00.000Z');
/** Everything imported, by the days of Berlin. */
const MARCH = 'startDate=2026-03-01&endDate=2026-03-31&timezone=Europe/Berlin';

const home = temporaryHome();
const server = newDatabaseUrl('statistics');
let settings: Record<string, string>;
let mailbox: Mailbox;
let platform: RunningPlatform;
let admin: Api;
let agent: Api;
let adminId: string;
let projectId: string;

beforeAll(async () => {
  mailbox = await openMailbox();
  settings = {
    PARLEY_HOME: home,
    PARLEY_DEMO: '0',
    PORT: String(await freePort()),
    DATABASE_URL: server,
    SMTP_URL: mailbox.url,
    RATE_LIMIT_PER_MINUTE: '100000',
  };
  platform = await startPlatform(settings);
  const anonymous = createApi(() => `${platform.origin}/v3`);
  const founder = await openAccount(anonymous, mailbox, newAddress('founder'), 'Ada Founder');
  adminId = founder.id;
  projectId = ok(await founder.api.call('POST', '/projects', { name: 'Web shop' })).id;
  admin = founder.api.as({ project: projectId });
  const helper = await openAccount(anonymous, mailbox, newAddress('agent'), 'Alan Agent');
  agent = await join(admin, projectId, helper, 'agent');
});
afterAll(async () => {
  await platform.stop();
  await mailbox.close();
  await dropDatabases(server);
  removeHome(home);
});

const facts = async (chartType: string, query = MARCH) =>
  ok(await admin.call('GET', `/statistics/facts?chartType=${chartType}&${query}`));

const iso = (at: number): string => new Date(at).toISOString();

/** Minutes from the contact's message to the reply, different for each ticket. */
const waits = Array.from({ length: IMPORTED }, (_, index) => ((index * 7) % 41) + 1);

const imported = waits.map((wait, index) => {
  const at = START + index * 5 * 60 * MINUTE;
  return {
    externalId: `old-${index}`,
    createdAt: iso(at),
    title: `Old ${index}`,
    email: `contact-${index % 5}@customer.example`,
    tags: index % 2 === 0 ? ['even'] : [],
    events: [
      { at: iso(at), kind: 'message', from: 'contact', comment: 'Help' },
      { at: iso(at + wait * MINUTE), kind: 'message', from: 'user', comment: 'Here' },
      ...(index % 4 === 0 ? [{ at: iso(at + 100 * MINUTE), kind: 'status', status: 'DONE' }] : []),
    ],
  };
});

const middle = (values: readonly number[]): number => {
  const ordered = [...values].sort((a, b) => a - b);
  return ((ordered[ordered.length / 2 - 1] ?? 0) + (ordered[ordered.length / 2] ?? 0)) / 2;
};

it('counts a history from elsewhere at its own times, also when the process is killed while it is taken in', async () => {
  ok(await admin.call('POST', '/tickets/importer', { tickets: imported }));
  await platform.kill();
  platform = await startPlatform(settings);
  await eventually(async () => {
    expect((await facts('NEW_TICKETS_COUNT')).value).toBe(IMPORTED);
  });
  expect(await facts('MEDIAN_FIRST_RESPONSE_TIME')).toMatchObject({
    rawValue: middle(waits) * 60,
    count: IMPORTED,
  });
  expect((await facts('TICKET_CLOSE_COUNT')).value).toBe(IMPORTED / 4);
  expect((await facts('TICKET_REPLIES_COUNT')).value).toBe(IMPORTED);
  expect((await facts('MESSAGE_COUNT')).value).toBe(2 * IMPORTED);
  expect((await facts('NEW_TICKETS_COUNT', `${MARCH}&tag=even`)).value).toBe(IMPORTED / 2);
  const chart = ok(await admin.call('GET', `/statistics/bar-chart?chartType=NEW_TICKETS_COUNT&${MARCH}`));
  const points = chart.series[0].data as { label: string; value: number; date: string }[];
  expect(points).toHaveLength(31);
  expect(points[28]).toMatchObject({ label: '2026-03-29', date: '2026-03-28T23:00:00.000Z' });
  expect(points.reduce((sum, { value }) => sum + value, 0)).toBe(IMPORTED);
}, 240_000);

it('counts what people do within seconds, and takes it out with the ticket', async () => {
  const today = 'timezone=UTC';
  const ticket = ok(await agent.call('POST', '/tickets', { title: 'New', type: 'INQUIRY' }));
  ok(await agent.call('POST', '/messages', { ticket: ticket.id, comment: 'Hello' }));
  ok(await admin.call('PUT', `/tickets/${ticket.id}`, { status: 'DONE', processingUser: adminId }));
  await eventually(async () => {
    expect((await facts('TICKET_REPLIES_COUNT', today)).value).toBe(1);
    expect((await facts('TICKET_CLOSE_COUNT', today)).value).toBe(1);
  });
  const rows = ok(
    await admin.call(
      'GET',
      `/statistics/raw-data?actionType=TICKET_STATUS_CHANGE&data.newStatus=DONE&${today}`,
    ),
  );
  expect(rows).toMatchObject([
    {
      associatedEntity: ticket.id,
      first: true,
      actionUser: { id: adminId, type: 'user', name: 'Ada Founder' },
    },
  ]);
  expect((await admin.call('DELETE', `/tickets/${ticket.id}`)).status).toBe(204);
  await eventually(async () => {
    expect((await facts('TICKET_REPLIES_COUNT', today)).value).toBe(0);
    expect((await facts('TICKET_CLOSE_COUNT', today)).value).toBe(0);
  });
});

it('shows who called as online', async () => {
  ok(await agent.call('GET', '/tickets'));
  await eventually(async () => {
    const { rows } = ok(await admin.call('GET', '/statistics/lists?chartType=LIVE_AGENTS_TEAM'));
    expect(rows.map(([name]: { value: string }[]) => name?.value)).toEqual(['Ada Founder', 'Alan Agent']);
  });
});

it('lets an agent see everything but export', async () => {
  for (const path of [
    'facts?chartType=NEW_TICKETS_COUNT',
    'bar-chart?chartType=NEW_TICKETS_COUNT',
    'lists?chartType=SNAPSHOT_TICKETS',
    'heatmap?chartType=BUSIEST_HOURS_PER_WEEKDAY',
    'email-overview',
    'email-client-usage',
    'email-client-bounces',
    'raw-data',
  ])
    expect({ path, status: (await agent.call('GET', `/statistics/${path}`)).status }).toEqual({
      path,
      status: 200,
    });
  expect(await agent.call('GET', '/statistics/lists/export?chartType=SNAPSHOT_TICKETS')).toMatchObject({
    status: 403,
    body: { code: 'permission_denied' },
  });
});

it('exports a file that is named after its chart', async () => {
  const { headers, body } = await admin.call(
    'GET',
    `/statistics/lists/export?chartType=TEAM_PERFORMANCE_LIST&${MARCH}`,
  );
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="team-performance-list.csv"');
  expect(String(body)).toMatch(/^User,Tickets,Replies,/);
});

it.each([
  ['facts?chartType=NEW_TICKETS_COUNT&tags=vip', 'tags'],
  ['facts?chartType=NEW_TICKETS_COUNT&status=OPEN', 'status'],
  ['facts?chartType=NOTHING', 'chartType'],
  ['facts', 'chartType'],
  ['bar-chart?chartType=NEW_TICKETS_COUNT&groupInterval=hour&startDate=2020-01-01', 'groupInterval'],
  ['bar-chart?chartType=NEW_TICKETS_COUNT&timezone=%2B01:00', 'timezone'],
  ['lists?chartType=SNAPSHOT_TICKETS&bom=true', 'bom'],
  ['heatmap?chartType=BUSIEST_HOURS_PER_WEEKDAY&type=', 'type'],
  ['facts?chartType=NEW_TICKETS_COUNT&useWorkingHours=yes', 'useWorkingHours'],
  ['raw-data?chartType=NEW_TICKETS_COUNT', 'chartType'],
  ['raw-data?type=INQUIRY', 'type'],
  ['email-overview?outboundId=1', 'outboundId'],
  [`facts?chartType=NEW_TICKETS_COUNT&outboundId=${'0'.repeat(24)}`, 'outboundId'],
  ['heatmap?chartType=BUSIEST_HOURS_PER_WEEKDAY&groupedBy=status', 'groupedBy'],
  ['lists?chartType=SNAPSHOT_TICKETS&groupInterval=week', 'groupInterval'],
  ['email-client-usage?aggsType=mode', 'aggsType'],
])('refuses %s, naming %s', async (path, field) => {
  const { status, body } = await admin.call('GET', `/statistics/${path}`);
  expect({ status, code: body.code, field: body.errors?.[0]?.field }).toEqual({
    status: 400,
    code: 'invalid_query',
    field,
  });
});

it('lists all known charts of an operation for an unknown one, and refuses a filter of projects', async () => {
  const unknown = await admin.call('GET', '/statistics/facts?chartType=NOTHING');
  for (const chart of ['NEW_TICKETS_COUNT', 'SLA_COMPLIANCE', 'TICKET_COUNT_BY_QUERY'])
    expect(unknown.body.message).toContain(chart);
  for (const path of [
    'facts?chartType=NEW_TICKETS_COUNT',
    'bar-chart?chartType=NEW_TICKETS_COUNT',
    'lists?chartType=SNAPSHOT_TICKETS',
    'lists/export?chartType=SNAPSHOT_TICKETS',
    'heatmap?chartType=BUSIEST_HOURS_PER_WEEKDAY',
    'email-overview?',
    'email-client-usage?',
    'email-client-bounces?',
    'raw-data?',
  ])
    for (const field of ['project', 'organisation'])
      expect({
        path,
        ...(await admin.call('GET', `/statistics/${path}&${field}=${projectId}`)),
      }).toMatchObject({ path, status: 400, body: { code: 'forbidden_filter' } });
});
