import { newId } from '@parley/persistence';
import { kinds, FIRST_HIDDEN_KIND } from '../src/facts/kinds';
import { startStatistics, type TestStatistics } from './support/statistics';
import { contact, ticketOf, user } from './support/tickets';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-03-20T12:00:00.000Z');
/** A Tuesday. */
const START = Date.parse('2026-03-10T08:00:00.000Z');
const [GRACE, ALAN] = ['0000000000000000000000a1', '0000000000000000000000a2'];
const CONTACT = '0000000000000000000000c1';
const TEAM = '0000000000000000000000e1';
const SECRET = 'nobody may read this';

const projectId = newId();
const [article, outbound] = [newId(), newId()];
const iso = (at: number): string => new Date(at).toISOString();

let service: TestStatistics;
/** Rows of each action type, oldest first. */
let rows: Map<string, { data: unknown; first: boolean; resourceType: string; associatedEntity: string }[]>;
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
  const ticket = ticketOf(projectId, START, {
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
    visit('knowledge.v1.question.asked', { question: SECRET, grounded: false, surface: 'widget' }, START),
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
  const found = await service.rows(projectId, { startDate: '2026-03-01' });
  text = JSON.stringify(found);
  rows = new Map();
  for (const { actionType, ...row } of [...found].reverse())
    rows.set(actionType, [...(rows.get(actionType) ?? []), row as never]);
});
afterAll(() => service.stop());

const dataOf = (actionType: string): unknown[] => (rows.get(actionType) ?? []).map(({ data }) => data);
const firstOf = (actionType: string): boolean[] => (rows.get(actionType) ?? []).map(({ first }) => first);
const resourceOf = (actionType: string): unknown =>
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
  expect(dataOf(actionType)).toEqual(data);
  expect(firstOf(actionType)).toEqual(first);
  expect(resourceOf(actionType)).toEqual(['TICKET', ticketId]);
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
      { source: 'widget', answered: false },
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
  expect(dataOf(actionType)).toHaveLength(data().length);
  expect(dataOf(actionType)).toEqual(expect.arrayContaining(data()));
  expect(firstOf(actionType)).not.toContain(true);
  expect(resourceOf(actionType)).toEqual(resource());
});

it('has no text of a title, message or question', () => {
  expect(text).not.toContain(SECRET);
});
