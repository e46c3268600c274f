import { type Fact, flags, type Kind } from '../facts/kinds';
import type { Entry, Opening, Present, Story, Who } from './story';
import type { OpenTime } from '../hours/open-time';
import { tellFacts } from './tell-facts';

const MINUTE = 60_000;
const contact: Who = { type: 'contact', id: 'c1' };
const grace: Who = { type: 'user', id: 'grace' };
const alan: Who = { type: 'user', id: 'alan' };
const robot: Who = { type: 'service', id: 'robot' };
const bot: Who = { type: 'bot' };

let number = 0;
const id = (): string => String((number += 1)).padStart(6, '0');

/** Entries at minutes after the creation. */
const message = (minute: number, by: Who, rest: object = {}): Entry => ({
  kind: 'message',
  id: id(),
  at: minute * MINUTE,
  by,
  ...rest,
});
const status = (minute: number, from: string, to: string, by: Who = grace): Entry => ({
  kind: 'status',
  id: id(),
  at: minute * MINUTE,
  from,
  to,
  by,
});
const assign = (minute: number, to?: string, by: Who = grace): Entry => ({
  kind: 'user',
  id: id(),
  at: minute * MINUTE,
  by,
  ...(to !== undefined && { to }),
});
const team = (minute: number, to?: string): Entry => ({
  kind: 'team',
  id: id(),
  at: minute * MINUTE,
  ...(to !== undefined && { to }),
});
const support = (minute: number): Entry => ({ kind: 'support', id: id(), at: minute * MINUTE, by: bot });
const rated = (minute: number, value?: number): Entry => ({
  kind: 'rating',
  id: id(),
  at: minute * MINUTE,
  by: contact,
  ...(value !== undefined && { value }),
});
const merge = (minute: number): Entry => ({ kind: 'merge', id: id(), at: minute * MINUTE });

const makeStory = (
  entries: Entry[],
  { opening, present }: { opening?: Partial<Opening>; present?: Partial<Present> } = {},
): Story => ({
  ticketId: 't1',
  opening: { at: 0, status: 'OPEN', hasContact: true, isComposed: false, byContact: false, ...opening },
  present: { type: 'INQUIRY', isSpam: false, hidden: false, isMerged: false, ...present },
  entries,
});

const allHours: OpenTime = (_team, from, to) => to - from;

const tell = (entries: Entry[], rest: Parameters<typeof makeStory>[1] = {}): Fact[] =>
  tellFacts(makeStory(entries, rest), allHours);
const of = (facts: Fact[], kind: Kind): Fact[] => facts.filter((fact) => fact.kind === kind);
/** Minutes of the samples of a kind. */
const samples = (facts: Fact[], kind: Kind): (number | undefined)[] =>
  of(facts, kind).map(({ ms }) => ms && ms / MINUTE);
const has = (fact: Fact | undefined, flag: number): boolean => ((fact?.flags ?? 0) & flag) !== 0;

describe('a reply', () => {
  it.each<[string, Entry]>([
    ['a user', message(1, grace)],
    ['a service account', message(1, robot)],
  ])('is a public message of %s', (_, entry) => {
    expect(of(tell([entry]), 'TICKET_REPLY')).toHaveLength(1);
  });

  it.each<[string, Entry, Kind[]]>([
    ['a note', message(1, grace, { isNote: true }), ['NOTE_CREATED']],
    ['a thread reply', message(1, grace, { isThread: true }), ['NOTE_CREATED']],
    ['a message of a bot', message(1, bot), ['COMMENT_CREATED']],
    ['a message of a contact', message(1, contact), ['COMMENT_CREATED']],
    ['a suggested answer', message(1, { type: 'system' }, { isSuggestion: true }), []],
    ['an answer suggested by a service account', message(1, robot, { isSuggestion: true }), []],
  ])('is not %s', (_, entry, expected) => {
    const facts = tell([entry]);
    expect(of(facts, 'TICKET_REPLY')).toEqual([]);
    expect(facts.map(({ kind }) => kind).filter((kind) => /NOTE|COMMENT/.test(kind))).toEqual(expected);
  });
});

describe('public messages', () => {
  it('are those of contacts, replies, and those of bots; the first is known', () => {
    const facts = of(tell([message(1, bot), message(2, contact), message(3, robot)]), 'COMMENT_CREATED');
    expect(facts.map(({ extra }) => extra)).toEqual([
      { author: 'bot' },
      { author: 'contact' },
      { author: 'user' },
    ]);
    expect(facts.map((fact) => has(fact, flags.FIRST))).toEqual([true, false, false]);
  });
});

describe('waiting', () => {
  it('begins with the creation of a ticket that has a contact, and ends with a reply; the first is the first response', () => {
    const facts = tell([message(5, grace), message(20, contact), message(23, grace)]);
    expect(samples(facts, 'TICKET_REPLY')).toEqual([5, 3]);
    expect(of(facts, 'TICKET_REPLY').map((fact) => has(fact, flags.FIRST))).toEqual([true, false]);
  });

  it('does not begin with a ticket that was composed with a first message', () => {
    const opening = { isComposed: true };
    const facts = tell([message(0, grace), message(20, contact), message(23, grace)], { opening });
    expect(samples(facts, 'TICKET_REPLY')).toEqual([undefined, 3]);
    expect(has(of(facts, 'TICKET_REPLY')[1], flags.FIRST)).toBe(true);
  });

  it('does not begin with a ticket without a contact until one writes', () => {
    const opening = { hasContact: false };
    const facts = tell([message(1, grace), message(4, contact), message(6, grace)], { opening });
    expect(samples(facts, 'TICKET_REPLY')).toEqual([undefined, 2]);
  });

  it('counts from the first of several messages of the contact', () => {
    const facts = tell([message(1, grace), message(4, contact), message(6, contact), message(7, grace)]);
    expect(samples(facts, 'TICKET_REPLY')).toEqual([1, 3]);
  });

  it('makes no sample of a second reply in a row, a note or a message of a bot', () => {
    const entries = [
      message(1, bot),
      message(2, grace, { isNote: true }),
      message(3, grace),
      message(4, grace),
    ];
    expect(samples(tell(entries), 'TICKET_REPLY')).toEqual([3, undefined]);
  });

  it.each<[string, Entry]>([
    ['a close', status(2, 'OPEN', 'DONE')],
    ['a merge', merge(2)],
  ])('ends with %s, without a sample', (_, end) => {
    expect(samples(tell([end, message(3, grace)]), 'TICKET_REPLY')).toEqual([undefined]);
  });

  it('begins anew when a bot hands over meanwhile, each time', () => {
    expect(samples(tell([support(4), support(6), message(9, grace)]), 'TICKET_REPLY')).toEqual([3]);
  });

  it('does not begin by a hand-over while nobody waits', () => {
    expect(samples(tell([message(1, grace), support(4), message(9, grace)]), 'TICKET_REPLY')).toEqual([
      1,
      undefined,
    ]);
  });

  it('counts the hours of the team that the ticket has at the end', () => {
    const openTime: OpenTime = (teamId, from, to) => (teamId === 'late' ? (to - from) / 2 : 0);
    const facts = tellFacts(
      makeStory([team(1, 'late'), message(4, grace)], { opening: { teamId: 'early' } }),
      openTime,
    );
    expect(of(facts, 'TICKET_REPLY')[0]).toMatchObject({
      ms: 4 * MINUTE,
      workMs: 2 * MINUTE,
      teamId: 'late',
    });
  });
});

describe('closes', () => {
  const closes = (facts: Fact[]): Fact[] => facts.filter((fact) => has(fact, flags.CLOSE));

  it('are changes to DONE from something else; a reopened ticket can be closed again', () => {
    const facts = closes(
      tell([status(1, 'OPEN', 'DONE'), status(2, 'DONE', 'OPEN'), status(5, 'OPEN', 'DONE', alan)]),
    );
    expect(facts.map(({ ms }) => (ms ?? 0) / MINUTE)).toEqual([1, 5]);
    expect(facts.map(({ userId }) => userId)).toEqual(['grace', 'alan']);
    expect(facts.map((fact) => has(fact, flags.FIRST))).toEqual([true, false]);
    expect(facts.map((fact) => has(fact, flags.LAST))).toEqual([false, true]);
  });

  it('leave snoozing out: snoozing and waking a DONE ticket is none', () => {
    const facts = tell([
      status(1, 'OPEN', 'DONE'),
      status(2, 'DONE', 'SNOOZED'),
      status(3, 'SNOOZED', 'DONE'),
    ]);
    expect(closes(facts)).toHaveLength(1);
    expect(of(facts, 'TICKET_STATUS_CHANGE')).toHaveLength(3);
  });

  it('are seen through SNOOZED: what was open before it and is DONE after it is closed', () => {
    expect(closes(tell([status(1, 'OPEN', 'SNOOZED'), status(2, 'SNOOZED', 'DONE')]))).toHaveLength(1);
  });

  it('are none of a ticket that was created DONE', () => {
    expect(closes(tell([], { opening: { status: 'DONE' } }))).toEqual([]);
    const reopened = [status(1, 'DONE', 'OPEN'), status(2, 'OPEN', 'DONE')];
    expect(closes(tell(reopened, { opening: { status: 'DONE' } }))).toHaveLength(1);
  });

  it('belong to nobody when a contact closes', () => {
    expect(closes(tell([status(1, 'OPEN', 'DONE', contact)]))[0]).toMatchObject({ actorType: 'contact' });
    expect(closes(tell([status(1, 'OPEN', 'DONE', contact)]))[0]?.userId).toBeUndefined();
  });
});

describe('assignments', () => {
  it('are each change to a user, at creation too; the first one is known', () => {
    const facts = tell([assign(2, 'alan'), assign(3), assign(5, 'alan')], { opening: { userId: 'grace' } });
    const assigned = of(facts, 'ASSIGN_TICKET');
    expect(assigned.map(({ userId, ms }) => [userId, (ms ?? 0) / MINUTE])).toEqual([
      ['grace', 0],
      ['alan', 2],
      ['alan', 5],
    ]);
    expect(assigned.map((fact) => has(fact, flags.FIRST))).toEqual([true, false, false]);
  });

  it('end with the next change, and then tell how long they lasted', () => {
    const facts = tell([assign(2, 'alan'), assign(7, 'grace'), assign(9)]);
    expect(of(facts, 'UNASSIGN_TICKET').map(({ userId, ms }) => [userId, (ms ?? 0) / MINUTE])).toEqual([
      ['alan', 5],
      ['grace', 2],
    ]);
  });

  const reassignments = (entries: Entry[]): number | undefined =>
    tell([...entries, status(60, 'OPEN', 'DONE')]).find(({ value }) => value !== undefined)?.value;

  it('are reassignments when another user than the one before is assigned', () => {
    expect(reassignments([assign(1, 'grace'), assign(2, 'alan'), assign(3, 'grace')])).toBe(2);
  });

  it('are none when the same user is assigned again after nobody', () => {
    expect(reassignments([assign(1, 'grace'), assign(2), assign(3, 'grace')])).toBe(0);
    expect(reassignments([assign(1, 'grace'), assign(2), assign(3, 'alan')])).toBe(1);
  });

  it('count as reassignments until the first close, one sample per ticket', () => {
    const facts = tell([
      assign(1, 'grace'),
      status(2, 'OPEN', 'DONE'),
      assign(3, 'alan'),
      status(4, 'DONE', 'OPEN'),
      status(5, 'OPEN', 'DONE'),
    ]);
    expect(of(facts, 'TICKET_STATUS_CHANGE').map(({ value }) => value)).toEqual([0, undefined, undefined]);
  });

  it('lead to a sample from the first one of a user to the first reply of the same user from then on', () => {
    const facts = tell([
      message(1, grace),
      assign(2, 'grace'),
      message(4, alan),
      message(7, grace),
      assign(8),
      assign(9, 'grace'),
      message(10, grace),
    ]);
    expect(of(facts, 'ASSIGNED_REPLY').map(({ userId, ms }) => [userId, (ms ?? 0) / MINUTE])).toEqual([
      ['grace', 5],
    ]);
  });
});

describe('the rating', () => {
  it('is the present one, at the time of its last change, for the assignee of that time', () => {
    const facts = tell([assign(1, 'grace'), rated(2, 9), assign(3, 'alan'), rated(4, 0), assign(5, 'grace')]);
    expect(of(facts, 'TICKET_RATED')).toMatchObject([{ at: 4 * MINUTE, userId: 'alan', value: 0 }]);
  });

  it('is gone once it is cleared', () => {
    expect(of(tell([rated(2, 9), rated(3)]), 'TICKET_RATED')).toEqual([]);
  });
});

describe('a clock of the service level', () => {
  const clock = (minute: number, rest: object): Entry => ({
    kind: 'clock',
    id: id(),
    at: minute * MINUTE,
    dueAt: (minute + 10) * MINUTE,
    ...rest,
  });

  it('starts, and is neither met nor breached while it runs or when it ended otherwise', () => {
    const facts = tell([clock(1, {})]);
    expect(of(facts, 'SLA_STARTED').map(({ at }) => at)).toEqual([MINUTE]);
    expect([...of(facts, 'SLA_MET'), ...of(facts, 'SLA_BREACHED')]).toEqual([]);
  });

  it('is met at the reply and breached when it was due, for the assignee of that time', () => {
    const met = tell([
      clock(1, { outcome: 'met', answeredAt: 4 * MINUTE }),
      assign(3, 'grace'),
      message(4, grace),
      assign(5, 'alan'),
    ]);
    expect(of(met, 'SLA_MET')).toMatchObject([{ at: 4 * MINUTE, userId: 'grace' }]);
    const breached = tell([clock(1, { outcome: 'breached' }), assign(3, 'grace'), assign(12, 'alan')]);
    expect(of(breached, 'SLA_BREACHED')).toMatchObject([{ at: 11 * MINUTE, userId: 'grace' }]);
  });
});

describe('work on a ticket', () => {
  it('is what a user writes, notes and thread replies too, each change of status, each assignment and its end', () => {
    const facts = tell([
      message(1, grace),
      message(2, grace, { isNote: true }),
      message(3, grace, { isThread: true }),
      status(4, 'OPEN', 'INPROGRESS'),
      assign(5, 'alan'),
      assign(6),
      team(7, 'x'),
    ]);
    expect(of(facts, 'WORKED_ON').map(({ at }) => at / MINUTE)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is no work of contacts, bots and service accounts', () => {
    expect(of(tell([message(1, contact), message(2, bot), message(3, robot)]), 'WORKED_ON')).toEqual([]);
  });

  it('knows the work before, of anybody and of the same user, so that tickets are counted once', () => {
    const facts = of(tell([message(1, grace), message(2, alan), message(3, grace)]), 'WORKED_ON');
    expect(facts.map(({ previousAt, previousOwnAt }) => [previousAt, previousOwnAt])).toEqual([
      [undefined, undefined],
      [MINUTE, undefined],
      [2 * MINUTE, MINUTE],
    ]);
  });
});

describe('which tickets count', () => {
  const entries = [message(1, contact), message(2, grace), status(3, 'OPEN', 'DONE')];

  it.each([{ isSpam: true }, { hidden: true }])('none of %j', (present) => {
    expect(tell(entries, { present })).toEqual([]);
  });

  it('of a merged one messages alone, without a first response', () => {
    const facts = tell(entries, { present: { isMerged: true } });
    expect(facts.map(({ kind }) => kind)).toEqual(['COMMENT_CREATED', 'COMMENT_CREATED', 'TICKET_REPLY']);
    expect(has(of(facts, 'TICKET_REPLY')[0], flags.FIRST)).toBe(false);
    expect(has(of(facts, 'TICKET_REPLY')[0], flags.SAMPLE)).toBe(true);
  });

  it('knows tickets without a public message', () => {
    const isSilent = (list: Entry[]): boolean => has(of(tell(list), 'CREATE_TICKET')[0], flags.SILENT);
    expect(isSilent([message(1, grace, { isNote: true })])).toBe(true);
    expect(isSilent([message(1, bot)])).toBe(false);
  });
});

describe('a conversation', () => {
  const isConversation = (list: Entry[], rest: Parameters<typeof makeStory>[1] = {}): boolean =>
    has(of(tell(list, rest), 'CREATE_TICKET')[0], flags.CONVERSATION);

  it('is an inquiry that a contact created, or whose first public message is the contact’s', () => {
    expect(isConversation([], { opening: { byContact: true } })).toBe(true);
    expect(isConversation([message(1, grace, { isNote: true }), message(2, contact)])).toBe(true);
    expect(isConversation([message(1, grace), message(2, contact)])).toBe(false);
  });

  it('is no ticket of another type', () => {
    expect(isConversation([message(1, contact)], { present: { type: 'BUG' } })).toBe(false);
  });
});

it('tells the same in whatever order entries arrive', () => {
  const entries = [
    message(1, contact),
    assign(2, 'grace'),
    message(3, grace),
    status(4, 'OPEN', 'DONE'),
    message(5, contact),
    status(5, 'DONE', 'OPEN', contact),
    message(6, grace),
    rated(7, 3),
  ];
  expect(tell([...entries].reverse())).toEqual(tell(entries));
});
