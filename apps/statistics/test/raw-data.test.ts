import { newId } from '@parley/persistence';
import { kinds, FIRST_HIDDEN_KIND } from '../src/facts/kinds';
import { startStatistics, type TestStatistics } from './support/statistics';
import { contact, makeTicket, user } from './support/tickets';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-03-20T12:00:00.000Z');
/** A Tuesday. */
const START = Date.parse('2026-03-10T08:00:00.000Z');
const [GRACE, ALAN] = ['0000000000000000000000a1', '0000000000000000000000a2'];
const CONTACT = '0000000000000000000000c1';
const AGENT = '0000000000000000000000a1';
const TEAM = '0000000000000000000000e1';
const SECRET = 'nobody may read this';

const projectId = newId();
const [article, outbound] = [newId(), newId()];
const iso = (at: number): string => new Date(at).toISOString();

let service: TestStatistics;
/** Rows of each action type, oldest first. */
let rows: Map<string, { data: unknown; first: boolean; resourceType: string; associatedEntity: string }[]>;
/** All rows as they are answered, newest first. */
let all: Awaited<ReturnType<TestStatistics['rows']>>;
let text: string;
let ticketId: string;

const ofTicket = { type: 'BUG', priority: 'HIGH', tags: ['vip'], channel: 'EMAIL', team: TEAM };

const workspaceEvents = () => [
  {
    subject: 'workspace.v1.team.updated',
    projectId,
    aggregateId: TEAM,
    payload: {
      team: { id: TEAM, name: 'Support' },
      // Open from 8:30 to 9:00 on Tuesdays.
      operatingHours: {
        enabled: true,
        timezone: 'UTC',
        openingTimes: [{ day: 'tuesday', openingTime: '08:30', closingTime: '09:00' }],
      },
      updatedAt: iso(START - HOUR),
    },
  },
  ...[
    [GRACE, 'Grace'],
    [ALAN, 'Alan'],
  ].map(([id = '', firstName = '']) => ({
    subject: 'workspace.v1.member.joined',
    projectId,
    aggregateId: id,
    payload: {
      projectId,
      userId: id,
      person: {
        user: { id, email: `${firstName.toLowerCase()}@example.com`, firstName, userType: 'default' },
        available: true,
        unavailableProjects: [],
      },
    },
  })),
];

const ticketEvents = () => {
  const ticket = makeTicket(projectId, START, {
    type: 'BUG',
    priority: 'HIGH',
    tags: ['vip'],
    channel: 'EMAIL',
    teamId: TEAM,
    sessionId: CONTACT,
    openedBy: 'contact',
    createdBy: contact(CONTACT),
    title: SECRET,
  });
  ticketId = ticket.id;
  return [
    ticket.created(),
    ticket.message(START + 1, 'contact', { type: 'contact', id: CONTACT }),
    ticket.clock(START + MINUTE, START + 2 * HOUR),
    ticket.change(START + 10 * MINUTE, user(ALAN), 'processingUser', ALAN),
    ticket.change(START + 20 * MINUTE, user(ALAN), 'processingUser', GRACE),
    ticket.message(START + 40 * MINUTE + 250, 'reply', { type: 'user', id: GRACE }),
    ticket.endClock('met', START + 40 * MINUTE + 250, true),
    ticket.message(START + 41 * MINUTE, 'reply', { type: 'user', id: GRACE }),
    ticket.message(START + 42 * MINUTE, 'note', { type: 'user', id: GRACE }),
    ticket.message(START + 43 * MINUTE, 'contact', { type: 'contact', id: CONTACT, bot: true }),
    ticket.change(START + 44 * MINUTE, contact(CONTACT), 'forwardedToSupportAt', iso(START + 44 * MINUTE)),
    ticket.change(START + 45 * MINUTE, user(GRACE), 'status', 'INPROGRESS'),
    ticket.change(START + 50 * MINUTE, user(GRACE), 'status', 'DONE'),
    ticket.clock(START + 55 * MINUTE, START + 2 * HOUR),
    ticket.endClock('breached', START + 2 * HOUR, false),
    ticket.set(START + 3 * HOUR, { rating: 9, ratedAt: iso(START + 3 * HOUR) as never }),
  ];
};

const visitorEvents = () => {
  const visit = (subject: string, payload: object, at: number) => ({
    subject,
    projectId,
    aggregateId: projectId,
    payload,
    at,
  });
  const mail = (verb: string, at: number, payload: object = {}) => ({
    subject: `engagement.v1.email.${verb}`,
    projectId,
    aggregateId: 'm1',
    payload: { outbound, type: 'EMAIL', session: CONTACT, delivery: 'm1', at: iso(at), ...payload },
  });
  const opened = { id: newId(), name: 'widgetOpened', date: iso(START) };
  return [
    visit('contacts.v1.contact.tracked', { contactId: CONTACT, events: [opened] }, START),
    visit('helpcenter.v1.article.viewed', { articleId: article, language: 'en', channel: 'site' }, START),
    visit('helpcenter.v1.search.performed', { query: ' Re  Fund ', hits: 2, language: 'en' }, START),
    visit('helpcenter.v1.question.asked', { question: SECRET, answered: true, language: 'en' }, START),
    visit('s2s.v1.question.asked', { agentId: AGENT, answered: false, sessionId: CONTACT }, START),
    mail('sent', START, { domain: 'customer.example' }),
    mail('opened', START + 1, { client: 'gmail' }),
    mail('clicked', START + 2),
    mail('bounced', START + 3, { bounceType: 'soft', code: '4.2.2', reason: SECRET }),
    mail('unsubscribed', START + 4),
  ].map((event) => (event.subject.startsWith('contacts') ? { ...event, aggregateId: CONTACT } : event));
};

beforeAll(async () => {
  service = await startStatistics({ clock: () => new Date(NOW) });
  service.neighbours.contacts.set(CONTACT, { id: CONTACT, name: 'Lin Park', email: 'lin@customer.example' });
  await service.publish(...workspaceEvents(), ...ticketEvents(), ...visitorEvents());
  all = await service.rows(projectId, { startDate: '2026-03-01' });
  text = JSON.stringify(all);
  rows = new Map();
  for (const { actionType, ...row } of [...all].reverse())
    rows.set(actionType, [...(rows.get(actionType) ?? []), row as never]);
});
afterAll(() => service.stop());

const listData = (actionType: string): unknown[] => (rows.get(actionType) ?? []).map(({ data }) => data);
const listFirst = (actionType: string): boolean[] => (rows.get(actionType) ?? []).map(({ first }) => first);
const findResource = (actionType: string): unknown =>
  (rows.get(actionType) ?? []).map(({ resourceType, associatedEntity }) => [
    resourceType,
    associatedEntity,
  ])[0];

it('has rows of every action type', () => {
  const named = Object.entries(kinds).flatMap(([name, number]) => (number < FIRST_HIDDEN_KIND ? [name] : []));
  expect([...rows.keys()].sort()).toEqual(named.sort());
});

const grace = { id: GRACE, name: 'Grace' };
const alan = { id: ALAN, name: 'Alan' };
const dueAt = iso(START + 2 * HOUR);

it.each<[string, boolean[], unknown[]]>([
  [
    'CREATE_TICKET',
    [false],
    [
      {
        ...ofTicket,
        status: 'DONE',
        contact: { id: CONTACT, name: 'Lin Park', email: 'lin@customer.example' },
      },
    ],
  ],
  [
    'TICKET_STATUS_CHANGE',
    [false, true],
    [
      { ...ofTicket, oldStatus: 'OPEN', newStatus: 'INPROGRESS' },
      {
        ...ofTicket,
        oldStatus: 'INPROGRESS',
        newStatus: 'DONE',
        timeToCloseInSec: 3_000,
        workingHourTimeToCloseInSec: 1_200,
      },
    ],
  ],
  [
    'ASSIGN_TICKET',
    [true, false],
    [
      { ...ofTicket, processingUser: alan, timeToAssignmentInSec: 600 },
      { ...ofTicket, processingUser: grace, timeToAssignmentInSec: 1_200 },
    ],
  ],
  ['UNASSIGN_TICKET', [false], [{ ...ofTicket, processingUser: alan, timeToAssignmentInSec: 600 }]],
  [
    'TICKET_REPLY',
    [true, false],
    [{ ...ofTicket, replyTimeInSec: 2_400.25, workingHourReplyTimeInSec: 600.25 }, ofTicket],
  ],
  [
    'COMMENT_CREATED',
    [true, false, false, false],
    [
      { ...ofTicket, author: 'contact' },
      { ...ofTicket, author: 'user' },
      { ...ofTicket, author: 'user' },
      { ...ofTicket, author: 'bot' },
    ],
  ],
  ['NOTE_CREATED', [false], [ofTicket]],
  ['TICKET_RATED', [false], [{ ...ofTicket, rating: 9 }]],
  [
    'SLA_STARTED',
    [false, false],
    [
      { ...ofTicket, dueAt },
      { ...ofTicket, dueAt },
    ],
  ],
  ['SLA_MET', [false], [{ ...ofTicket, dueAt }]],
  ['SLA_BREACHED', [false], [{ ...ofTicket, dueAt }]],
  ['CUSTOMER_SUPPORT_REQUESTED', [false], [ofTicket]],
])('tells of %s its own particulars beside what the ticket is', (actionType, first, data) => {
  expect(listData(actionType)).toEqual(data);
  expect(listFirst(actionType)).toEqual(first);
  expect(findResource(actionType)).toEqual(['TICKET', ticketId]);
});

it.each<[string, () => unknown[], () => unknown[]]>([
  ['WIDGET_OPENED', () => ['SESSION', CONTACT], () => [{}]],
  ['ARTICLE_VIEWED', () => ['ARTICLE', article], () => [{ article, language: 'en', channel: 'site' }]],
  [
    'ARTICLE_SEARCHED',
    () => ['PROJECT', projectId],
    () => [{ searchTerm: 're fund', results: 2, language: 'en' }],
  ],
  [
    'AI_QUESTION_ASKED',
    () => ['PROJECT', projectId],
    () => [
      { source: 'helpcenter', answered: true, language: 'en' },
      { source: 'agent', answered: false, agent: AGENT },
    ],
  ],
  [
    'EMAIL_SENT',
    () => ['OUTBOUND', outbound],
    () => [{ outbound, delivery: 'm1', domain: 'customer.example' }],
  ],
  ['EMAIL_OPENED', () => ['OUTBOUND', outbound], () => [{ outbound, delivery: 'm1', client: 'gmail' }]],
  ['EMAIL_CLICKED', () => ['OUTBOUND', outbound], () => [{ outbound, delivery: 'm1' }]],
  [
    'EMAIL_BOUNCED',
    () => ['OUTBOUND', outbound],
    () => [{ outbound, delivery: 'm1', bounceType: 'soft', code: '4.2.2' }],
  ],
  ['EMAIL_UNSUBSCRIBED', () => ['OUTBOUND', outbound], () => [{ outbound, delivery: 'm1' }]],
])('tells of %s what it is of and its particulars', (actionType, resource, data) => {
  expect(listData(actionType)).toHaveLength(data().length);
  expect(listData(actionType)).toEqual(expect.arrayContaining(data()));
  expect(listFirst(actionType)).not.toContain(true);
  expect(findResource(actionType)).toEqual(resource());
});

it('has no text of a title, message or question', () => {
  expect(text).not.toContain(SECRET);
});

it('tells who acted by what they are, and names a row by its kind and what caused it', async () => {
  const other = newId();
  const robot = newId();
  const ticket = makeTicket(other, START, { sessionId: CONTACT, createdBy: contact(CONTACT) });
  const unknown = makeTicket(other, START + HOUR, { createdBy: undefined });
  await service.publish(
    ...workspaceEvents().map((event) => ({
      ...event,
      projectId: other,
      payload: { ...event.payload, projectId: other },
    })),
    ticket.created(),
    ticket.message(START + MINUTE, 'reply', { type: 'user', id: GRACE }),
    ticket.message(START + 2 * MINUTE, 'reply', { type: 'service', id: robot }),
    ticket.message(START + 3 * MINUTE, 'reply', { type: 'user', bot: true }),
    ticket.change(START + 4 * MINUTE, { type: 'system', name: 'assignment' }, 'status', 'DONE'),
    unknown.created(),
  );
  const found = await service.rows(other);
  const [reply, answer, botReply] = ticket.messages.map(({ id }) => id);
  const person = { id: GRACE, type: 'user', name: 'Grace', email: 'grace@example.com' };
  const writer = { id: CONTACT, type: 'contact', name: 'Lin Park', email: 'lin@customer.example' };
  expect(found.map(({ rowId, actionUser, description }) => [rowId, actionUser, description])).toEqual([
    [`CREATE_TICKET:${unknown.id}`, undefined, 'New ticket'],
    [`TICKET_STATUS_CHANGE:${ticket.changes[0]?.id}`, { type: 'system' }, 'Change of status'],
    [`COMMENT_CREATED:${botReply}`, { type: 'bot' }, 'Message'],
    [`TICKET_REPLY:${answer}`, expect.objectContaining({ id: robot, type: 'service' }), 'Reply'],
    [`COMMENT_CREATED:${answer}`, expect.objectContaining({ id: robot, type: 'service' }), 'Message'],
    [`TICKET_REPLY:${reply}`, person, 'Reply'],
    [`COMMENT_CREATED:${reply}`, person, 'Message'],
    [`CREATE_TICKET:${ticket.id}`, writer, 'New ticket'],
  ]);
  expect(found.map(({ id }) => id)).toEqual(found.map(({ rowId }) => rowId));
});

const find = async (asked: Record<string, string>, page: object = {}): Promise<string[]> => {
  const filter = Object.entries(asked).map(([field, value]) => ({
    field,
    operator: 'eq',
    values: value.split(','),
  }));
  const found = await service.rows(projectId, { startDate: '2026-03-01', filter, ...page });
  return found.map(({ rowId }) => rowId);
};

it('finds rows by each field, also where an index serves, and all conditions must hold', async () => {
  const of = (test: (row: (typeof all)[number]) => boolean): string[] =>
    all.filter(test).map(({ rowId }) => rowId);
  const [one] = of(({ actionType }) => actionType === 'TICKET_RATED');
  for (const [asked, expected] of [
    [{ actionType: 'TICKET_REPLY' }, of(({ actionType }) => actionType === 'TICKET_REPLY')],
    [
      { actionType_in: 'NOTE_CREATED,NOTHING,SLA_MET' },
      of(({ actionType }) => /^NOTE|_MET$/.test(actionType)),
    ],
    [{ actionType: 'NOTHING' }, []],
    [{ actionType: 'WORKED_ON' }, []],
    [{ actionUser: ALAN }, of(({ actionUser }) => actionUser?.id === ALAN)],
    [{ actionUser: CONTACT }, of(({ actionUser }) => actionUser?.id === CONTACT)],
    [
      { actionUser_nin: `${GRACE},${ALAN}` },
      of(({ actionUser }) => ![GRACE, ALAN].includes(actionUser?.id ?? '')),
    ],
    [{ rowId: one ?? '' }, [one]],
    // The same cause of another kind is another row.
    [{ rowId: `TICKET_REPLY:${one?.split(':')[1]}` }, []],
    [{ associatedEntity: article }, of(({ actionType }) => actionType === 'ARTICLE_VIEWED')],
    [
      { resourceType: 'OUTBOUND', 'data.client': 'gmail' },
      of(({ actionType }) => actionType === 'EMAIL_OPENED'),
    ],
    [{ description: 'Note' }, of(({ actionType }) => actionType === 'NOTE_CREATED')],
    [
      { first: 'true', actionType_ne: 'COMMENT_CREATED' },
      of((row) => row.first && row.actionType !== 'COMMENT_CREATED'),
    ],
    [{ createdAt_gt: iso(START + 2 * HOUR) }, [one]],
  ] as [Record<string, string>, string[]][])
    expect({ asked, found: await find(asked) }).toEqual({ asked, found: expected });
  expect(one).toBeDefined();
});

it('answers pages of what passes, and at most 10,000 rows', async () => {
  const whole = await find({ 'data.type': 'BUG' });
  expect(whole.length).toBeGreaterThan(5);
  expect(await find({ 'data.type': 'BUG' }, { skip: 2, limit: 3 })).toEqual(whole.slice(2, 5));
  expect(await find({ 'data.type': 'BUG' }, { skip: whole.length - 1 })).toEqual(whole.slice(-1));
  const other = newId();
  await service.db.query(
    `INSERT INTO fact (project_id, kind, source_id, at, flags, extra)
     SELECT $1, ${kinds.ARTICLE_VIEWED}, lpad(n::text, 6, '0'), timestamptz '2026-03-10T00:00:00Z', 0, jsonb_build_object('article', n % 2)
       FROM generate_series(1, 12000) AS n`,
    [other],
  );
  const found = await service.rows(other, { limit: 20_000 });
  expect(found).toHaveLength(10_000);
  expect([found[0]?.rowId, found.at(-1)?.rowId]).toEqual(['ARTICLE_VIEWED:012000', 'ARTICLE_VIEWED:002001']);
  // What is left out is counted among what passes, over the pages that are read.
  const filter = [{ field: 'data.article', operator: 'eq', values: ['0'] }];
  const odd = await service.rows(other, { skip: 5_998, filter });
  expect(odd.map(({ rowId }) => rowId)).toEqual(['ARTICLE_VIEWED:000004', 'ARTICLE_VIEWED:000002']);
});
