import { newId } from '@parley/persistence';
import { type Importer, createImporter, minute, sketch, type TicketSketch } from './support/imports';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let importing: Importer;
beforeAll(async () => {
  service = await startTickets('import_rules');
  importing = createImporter(service, () => caller);
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const CREATED = minute(0);
const contactId = (contact: object = {}) => service.neighbours.addContact(caller.projectId, contact).id;
const findFault = async (tickets: readonly TicketSketch[]): Promise<string[]> => {
  const error = (await importing(tickets).catch((thrown: unknown) => thrown)) as {
    kind?: string;
    reason?: string;
    fields?: { field: string }[];
  };
  expect(error).toMatchObject({ kind: 'invalid', reason: 'INVALID_INPUT' });
  expect((await service.tickets.listTickets({}, caller.context)).totalCount).toBe(0);
  expect(await service.db.query('SELECT id FROM message WHERE project_id = $1', [caller.projectId])).toEqual(
    [],
  );
  return (error.fields ?? []).map(({ field }) => field);
};

describe('An import', () => {
  it('refuses more than 500 tickets, 1,000 events of one, or 20,000 together', async () => {
    const events = (count: number) =>
      Array.from({ length: count }, () => ({ at: CREATED, kind: 'status', status: 'DONE' }));
    expect(await findFault([])).toEqual(['tickets']);
    expect(await findFault(Array.from({ length: 501 }, () => sketch()))).toEqual(['tickets']);
    expect(await findFault([sketch(), sketch({ events: events(1_001) })])).toEqual(['tickets.1.events']);
    const many = Array.from({ length: 20 }, () => sketch({ events: events(1_000) }));
    expect(await findFault([...many, sketch({ events: events(1) })])).toEqual(['tickets']);
  });

  const future = new Date(Date.now() + 3_600_000).toISOString();
  it.each<[string, TicketSketch, string]>([
    ['no externalId', { externalId: '' }, 'externalId'],
    ['an externalId of 256 characters', { externalId: 'x'.repeat(256) }, 'externalId'],
    ['a creation in 1999', { createdAt: '1999-12-31T23:59:59.999Z' }, 'createdAt'],
    ['a creation in the future', { createdAt: future }, 'createdAt'],
    ['an unknown session', { session: newId() }, 'session'],
    ['an unknown assignee', { processingUser: newId() }, 'processingUser'],
    ['an unknown team', { processingTeam: newId() }, 'processingTeam'],
    ['too long a tag', { tags: ['x'.repeat(65)] }, 'tags.0'],
    [
      'an event before the creation',
      { events: [{ at: '2024-03-01T08:59:59.999Z', kind: 'status', status: 'DONE' }] },
      'events.0.at',
    ],
    ['an event in the future', { events: [{ at: future, kind: 'status', status: 'DONE' }] }, 'events.0.at'],
    ['an event without a time', { events: [{ kind: 'status', status: 'DONE' }] }, 'events.0.at'],
    ['an unknown kind', { events: [{ at: CREATED, kind: 'call' }] }, 'events.0.kind'],
    ['a message of nobody', { events: [{ at: CREATED, kind: 'message', comment: 'x' }] }, 'events.0.from'],
    ['an empty message', { events: [{ at: CREATED, kind: 'message', from: 'user' }] }, 'events.0.comment'],
    [
      'a contact’s message without a contact',
      { events: [{ at: CREATED, kind: 'message', from: 'contact', comment: 'x' }] },
      'events.0.from',
    ],
    [
      'a note of a contact',
      {
        email: 'a@example.com',
        events: [{ at: CREATED, kind: 'message', from: 'contact', comment: 'x', isNote: true }],
      },
      'events.0.isNote',
    ],
    ['no status', { events: [{ at: CREATED, kind: 'status' }] }, 'events.0.status'],
    ['no assignee', { events: [{ at: CREATED, kind: 'assign' }] }, 'events.0.processingUser'],
    ['no rating', { events: [{ at: CREATED, kind: 'rating' }] }, 'events.0.rating'],
    ['a rating of 11', { events: [{ at: CREATED, kind: 'rating', rating: 11 }] }, 'events.0.rating'],
    [
      'an unknown author',
      { events: [{ at: CREATED, kind: 'message', from: 'user', comment: 'x', user: newId() }] },
      'events.0.user',
    ],
    [
      'an unknown new assignee',
      { events: [{ at: CREATED, kind: 'assign', processingUser: newId() }] },
      'events.0.processingUser',
    ],
    [
      'an unknown new team',
      { events: [{ at: CREATED, kind: 'assign', processingTeam: newId() }] },
      'events.0.processingTeam',
    ],
  ])('writes nothing because of %s, and names it', async (_what, fault, field) => {
    expect(await findFault([sketch(), sketch(), sketch(), sketch(fault)])).toEqual([`tickets.3.${field}`]);
  });

  it('writes nothing because of events that are not in order, or an externalId twice', async () => {
    const events = [1, 3, 2].map((minutes) => ({ at: minute(minutes), kind: 'status', status: 'DONE' }));
    expect(await findFault([sketch({ events })])).toEqual(['tickets.0.events.2.at']);
    expect(await findFault([sketch({ externalId: 'x' }), sketch(), sketch({ externalId: 'x' })])).toEqual([
      'tickets.2.externalId',
    ]);
  });

  it('names what this project does not have but another one has', async () => {
    const [session, mine] = [contactId(), caller];
    caller = callerIn(service.neighbours);
    expect(await findFault([sketch({ session })])).toEqual(['tickets.0.session']);
    expect(await findFault([sketch({ processingUser: mine.userId })])).toEqual(['tickets.0.processingUser']);
  });

  it('makes no contact when an entry is wrong', async () => {
    const before = service.neighbours.calls['ensureContactByEmail'] ?? 0;
    await findFault([sketch({ email: 'nobody@example.com' }), sketch({ session: newId() })]);
    expect(service.neighbours.calls['ensureContactByEmail'] ?? 0).toBe(before);
  });
});
