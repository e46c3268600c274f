import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import { collect, collectFile, simpleRows } from './support/streams';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('export_tickets');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

type JsonRequest = Parameters<TestService['exports']['exportTickets']>[0];
type CsvRequest = Parameters<TestService['exports']['exportTicketsCsv']>[0];

const create = async (ticket: object = {}): Promise<Ticket> => {
  const answer = await service.tickets.createTicket({ ticket }, caller.context);
  if (!answer.ticket) throw new Error('No ticket');
  return answer.ticket;
};
const createAt = async (time: string, ticket: object): Promise<void> => {
  const { id } = await create(ticket);
  await service.db.query('UPDATE ticket SET created_at = $1 WHERE id = $2', [time, id]);
};
const is = (field: string, ...values: string[]) => ({ field, operator: 'eq', values });
const exported = async (request: JsonRequest = {}, context = caller.context): Promise<Ticket[]> =>
  (await collect(service.exports.exportTickets(request, context))).flatMap(({ tickets }) => tickets);
const titles = async (request: JsonRequest = {}) => (await exported(request)).map(({ title }) => title);
const csv = (request: CsvRequest = {}, context = caller.context): Promise<string> =>
  collectFile(service.exports.exportTicketsCsv(request, context));
const column = async (request: CsvRequest): Promise<string[]> =>
  simpleRows(await csv({ projection: ['title'], ...request }))
    .slice(1)
    .flat();

/** One ticket of each state: listed, archived, hidden, spam, merged. */
const createStates = async (): Promise<void> => {
  const main = await create({ title: 'listed' });
  await create({ title: 'archived', archived: true });
  await create({ title: 'hidden', hidden: true });
  await create({ title: 'spam', isSpam: true });
  const merged = await create({ title: 'merged' });
  await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [main.id, merged.id]);
};

describe('ExportTickets', () => {
  it('answers whole ticket documents of every type, newest first', async () => {
    const contact = service.neighbours.addContact(caller.projectId, { name: 'Lin', email: 'lin@c.example' });
    const bug = await create({ title: 'a', session: contact.id, customData: { plan: 'pro' } });
    const inquiry = await create({ title: 'b', type: 'INQUIRY', consoleLog: [{ log: 'x' }] });
    expect(await exported()).toEqual([inquiry, bug].map((ticket) => ({ ...ticket, unreadForMe: undefined })));
  });

  it('includes archived tickets, and leaves out hidden, spam and merged ones unless asked for', async () => {
    await createStates();
    expect((await titles()).sort()).toEqual(['archived', 'listed']);
    expect(await titles({ archived: false })).toEqual(['listed']);
    expect(await titles({ ignoreArchived: true })).toEqual(['listed']);
    expect((await titles({ ignoreArchived: false })).sort()).toEqual(['archived', 'listed']);
    expect(await titles({ archived: true })).toEqual(['archived']);
    expect(await titles({ hidden: true })).toEqual(['hidden']);
    expect(await titles({ isSpam: true })).toEqual(['spam']);
  });

  it('takes the filters, order and page of the list', async () => {
    await create({ title: 'low', priority: 'LOW', customData: { plan: 'pro' } });
    await create({ title: 'high', priority: 'HIGH', customData: { plan: 'pro' } });
    await create({ title: 'free', customData: { plan: 'free' } });
    const filter = [is('customData.plan', 'pro')];
    expect(await titles({ filter, sort: 'priority' })).toEqual(['low', 'high']);
    expect(await titles({ filter, sort: '-priority' })).toEqual(['high', 'low']);
    expect(await titles({ sort: 'createdAt', skip: 1, limit: 1 })).toEqual(['high']);
    await expect(exported({ filter: [is('nonsense', 'x')] })).rejects.toMatchObject({
      reason: 'INVALID_QUERY',
      fields: [{ field: 'nonsense' }],
    });
    await expect(exported({ filter: [is('project', 'x')] })).rejects.toMatchObject({
      reason: 'FORBIDDEN_FILTER',
    });
  });

  it('sends large tickets one by one and leaves out one that is deleted meanwhile', async () => {
    const noise = () => Array.from({ length: 60_000 }, () => Math.random().toString(36)).join(' ');
    const [first, second, third] = [await create(), await create(), await create()];
    for (const { id } of [first, second, third]) {
      await service.tickets.updateTicket({ ticketId: id, ticket: { consoleLog: [noise()] } }, caller.context);
    }
    const stream = service.exports.exportTickets({}, caller.context)[Symbol.asyncIterator]();
    const next = async () => {
      const step = await stream.next();
      return step.done ? undefined : step.value.tickets.map(({ id }) => id);
    };
    expect(await next()).toEqual([third.id]);
    await service.tickets.deleteTicket({ ticketId: second.id }, caller.context);
    expect(await next()).toEqual([]);
    expect(await next()).toEqual([first.id]);
    expect(await next()).toBeUndefined();
  });

  it('exports nothing of another project', async () => {
    await create();
    const other = callerIn(service.neighbours);
    expect(await exported({}, other.context)).toEqual([]);
    expect(await csv({ projection: ['id'] }, other.context)).toBe('id\r\n');
  });
});

describe('ExportTicketsCsv', () => {
  it('has the tickets of type BUG by default, of the types named otherwise, newest first', async () => {
    await create({ title: 'bug one' });
    await create({ title: 'bug two' });
    await create({ title: 'question', type: 'INQUIRY' });
    expect(await column({})).toEqual(['bug two', 'bug one']);
    expect(await column({ type: '' })).toEqual(['bug two', 'bug one']);
    expect(await column({ type: 'INQUIRY' })).toEqual(['question']);
    expect(await column({ type: 'INQUIRY,BUG' })).toEqual(['question', 'bug two', 'bug one']);
    expect(await column({ filter: [{ field: 'type', operator: 'ne', values: ['BUG'] }] })).toEqual([
      'question',
    ]);
    expect(await column({ filter: [is('title', 'bug one')] })).toEqual(['bug one']);
  });

  it('leaves out what the JSON export leaves out', async () => {
    await createStates();
    expect((await column({})).sort()).toEqual(['archived', 'listed']);
    expect(await column({ archived: false })).toEqual(['listed']);
    expect(await column({ archived: true })).toEqual(['archived']);
    expect(await column({ hidden: true })).toEqual(['hidden']);
    expect(await column({ isSpam: true })).toEqual(['spam']);
  });

  it('takes startDate and endDate inclusively; a bare date means the whole UTC day', async () => {
    await createAt('2026-03-09T23:59:59.999Z', { title: 'before' });
    await createAt('2026-03-10T00:00:00.000Z', { title: 'first' });
    await createAt('2026-03-10T23:59:59.999Z', { title: 'last' });
    await createAt('2026-03-11T00:00:00.000Z', { title: 'after' });
    expect(await column({ startDate: '2026-03-10', endDate: '2026-03-10' })).toEqual(['last', 'first']);
    expect(await column({ startDate: '2026-03-10' })).toEqual(['after', 'last', 'first']);
    expect(await column({ endDate: '2026-03-09' })).toEqual(['before']);
    expect(
      await column({ startDate: '2026-03-10T23:59:59.999Z', endDate: '2026-03-11T01:00:00+01:00' }),
    ).toEqual(['after', 'last']);
    for (const field of ['startDate', 'endDate']) {
      await expect(csv({ [field]: '2026-02-30' })).rejects.toMatchObject({
        reason: 'INVALID_QUERY',
        fields: [{ field }],
      });
    }
  });

  it('has the columns of projection in their order, or all of export-fields', async () => {
    await create({ title: 'x', priority: 'HIGH' });
    expect(await csv({ projection: ['priority', 'title', 'bugId', 'title'] })).toBe(
      'priority,title,bugId\r\nHIGH,x,1\r\n',
    );
    const { fields } = await service.exports.listExportFields({}, caller.context);
    const [header, row] = (await csv()).split('\r\n');
    expect(header).toBe(fields.map(({ key }) => key).join(','));
    expect(row?.split(',')).toHaveLength(fields.length);
    for (const { key, label } of fields) {
      expect(label).not.toBe('');
      expect(await csv({ projection: [key] })).toMatch(new RegExp(`^${key}\r\n`));
    }
  });

  it('answers 400 invalid_query for a key that export-fields does not list, before any row', async () => {
    const stream = service.exports.exportTicketsCsv(
      { projection: ['id', 'secretShareToken'] },
      caller.context,
    );
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'INVALID_QUERY',
      fields: [{ field: 'projection', message: expect.stringContaining('secretShareToken') }],
    });
  });

  it('shows references, lists, times, switches and free JSON as cells, and quotes them', async () => {
    const contact = service.neighbours.addContact(caller.projectId, {
      name: 'Lin "L" Park',
      email: 'lin@c.example',
      userId: 'u-1',
    });
    const team = service.neighbours.addTeam(caller.projectId, 'Billing');
    const ticket = await create({
      session: contact.id,
      processingUser: caller.userId,
      processingTeam: team.id,
      tags: ['a', 'b,c'],
      customData: { plan: 'pro' },
      attachments: [{ name: 'f', url: 'https://f.example/1' }],
      dueDate: '2030-01-01T00:00:00.001Z',
    });
    const cells = async (...projection: string[]) => (await csv({ projection })).split('\r\n')[1];
    expect(await cells('session', 'session.name', 'session.email', 'session.userId')).toBe(
      `${contact.id},"Lin ""L"" Park",lin@c.example,u-1`,
    );
    expect(
      await cells(
        'processingUser',
        'processingUser.firstName',
        'processingUser.lastName',
        'processingUser.email',
      ),
    ).toBe(`${caller.userId},Ada,Agent,ada@team.example`);
    expect(await cells('processingTeam', 'processingTeam.name')).toBe(`${team.id},Billing`);
    expect(await cells('tags', 'customData', 'attachments')).toBe(
      '"a;b,c","{""plan"":""pro""}",https://f.example/1',
    );
    expect(await cells('createdAt', 'dueDate', 'archived', 'title', 'snoozed')).toBe(
      `${ticket.createdAt},2030-01-01T00:00:00.001Z,false,,false`,
    );
  });

  it('neutralises cells that a spreadsheet would run, but not plain numbers', async () => {
    await create({ title: '=HYPERLINK("http://x")', description: '-5', score: -2.5 });
    expect(await csv({ projection: ['title', 'description', 'score'] })).toBe(
      'title,description,score\r\n"\'=HYPERLINK(""http://x"")",-5,-2.5\r\n',
    );
  });
});
