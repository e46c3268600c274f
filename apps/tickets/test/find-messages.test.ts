import { newId } from '@parley/persistence';
import type { FindMessagesRequest } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { findMessages } from '../src/messages/find-messages';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let ticket: string;
beforeAll(async () => {
  service = await startTickets('find_messages');
});
afterAll(() => service.stop());
beforeEach(async () => {
  caller = callerIn(service.neighbours);
  ticket = (await service.tickets.createTicket({}, caller.context)).ticket?.id ?? '';
});

const write = async (texts: readonly string[], rest: object = {}) => {
  for (const comment of texts)
    await service.messages.createMessage({ ticket, comment, ...rest }, caller.context);
};
const find = async (request: object = {}) => {
  const { items, hasMore, nextBefore } = await service.messages.findMessages(request, caller.context);
  return { texts: items.map(({ plainContent }) => plainContent), hasMore, nextBefore };
};
const eq = (field: string, value: string) => [{ field, operator: 'eq', values: [value] }];

describe('FindMessages', () => {
  it('answers newest first, 50 by default and at most 100', async () => {
    await write(['first']);
    await service.db.query(
      `INSERT INTO message (project_id, id, organisation_id, ticket_id, index, type, created_at, updated_at, plain_content)
       SELECT project_id, lpad(to_hex(n), 24, '0'), 'o', ticket_id, n + 1, 'TEXT', now(), now(), 'm' || n
         FROM message, generate_series(1, 120) n WHERE ticket_id = $1`,
      [ticket],
    );
    const page = await find();
    expect(page.texts).toHaveLength(50);
    expect(page.texts.slice(0, 2)).toEqual(['first', 'm120']);
    expect(page.hasMore).toBe(true);
    expect((await find({ limit: 1000 })).texts).toHaveLength(100);
    await expect(find({ limit: -1 })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
  });

  it('pages by before, in the order of the list, without repeating or skipping', async () => {
    await write(['a', 'b', 'c', 'd', 'e']);
    const first = await find({ limit: 2 });
    expect(first).toMatchObject({ texts: ['e', 'd'], hasMore: true });
    const second = await find({ limit: 2, before: first.nextBefore });
    expect(second).toMatchObject({ texts: ['c', 'b'], hasMore: true });
    expect(await find({ limit: 2, before: second.nextBefore })).toEqual({
      texts: ['a'],
      hasMore: false,
      nextBefore: undefined,
    });
    const oldest = await find({ limit: 3, sort: 'createdAt' });
    expect(oldest.texts).toEqual(['a', 'b', 'c']);
    expect((await find({ sort: 'createdAt', before: oldest.nextBefore })).texts).toEqual(['d', 'e']);
    await expect(find({ sort: 'updatedAt', before: newId() })).rejects.toMatchObject({
      reason: 'INVALID_QUERY',
    });
  });

  it('filters by ticket, type, isNote, author and time', async () => {
    const contact = service.neighbours.addContact(caller.projectId);
    await write(['reply']);
    await write(['note'], { isNote: true });
    await write(['theirs'], { session: contact.id });
    expect((await find({ filter: eq('ticket', ticket) })).texts).toEqual(['theirs', 'note', 'reply']);
    expect((await find({ filter: eq('type', 'NOTE') })).texts).toEqual(['note']);
    expect((await find({ filter: eq('isNote', 'false') })).texts).toEqual(['theirs', 'reply']);
    expect((await find({ filter: eq('session', contact.id) })).texts).toEqual(['theirs']);
    expect((await find({ filter: eq('user', caller.userId) })).texts).toEqual(['note', 'reply']);
    expect(
      (await find({ filter: [{ field: 'createdAt', operator: 'lt', values: ['2000-01-01'] }] })).texts,
    ).toEqual([]);
    await expect(find({ filter: eq('nonsense', 'x') })).rejects.toMatchObject({ reason: 'INVALID_QUERY' });
    await expect(find({ filter: eq('project', 'x') })).rejects.toMatchObject({ reason: 'FORBIDDEN_FILTER' });
  });

  it('finds a ticket by id, running number and share token, and knows no other name: 404 ticket_not_found', async () => {
    await write(['reply']);
    const { ticket: document } = await service.tickets.getTicket({ ticketId: ticket }, caller.context);
    const { bugId, shareToken, secretShareToken } = document ?? {};
    for (const name of [ticket, String(bugId), shareToken, secretShareToken])
      expect((await find({ filter: eq('ticket', name ?? '') })).texts).toEqual(['reply']);
    const missing = { reason: 'TICKET_NOT_FOUND' };
    for (const name of [newId(), 'nonsense', '999999', '0', '99999999999', `${ticket}x`, 'null'])
      await expect(find({ filter: eq('ticket', name) })).rejects.toMatchObject(missing);
    const stranger = callerIn(service.neighbours);
    for (const name of [ticket, shareToken])
      await expect(
        service.messages.findMessages({ filter: eq('ticket', name ?? '') }, stranger.context),
      ).rejects.toMatchObject(missing);
  });

  it('sorts by every field that it has one value of', async () => {
    await write(['b', 'a']);
    expect((await find({ sort: 'plainContent' })).texts).toEqual(['a', 'b']);
    expect((await find({ sort: '-plainContent' })).texts).toEqual(['b', 'a']);
  });

  it('filters by a time of creation to the millisecond, its bounds included or not', async () => {
    await write(['a', 'b', 'c']);
    const { items } = await service.messages.findMessages({}, caller.context);
    const at = items[1]?.createdAt ?? '';
    const texts = async (operator: string) =>
      (await find({ filter: [{ field: 'createdAt', operator, values: [at] }] })).texts;
    const expected = (isWanted: (time: string) => boolean) =>
      items.filter(({ createdAt }) => isWanted(createdAt ?? '')).map(({ plainContent }) => plainContent);
    expect(await texts('gt')).toEqual(expected((time) => time > at));
    expect(await texts('gte')).toEqual(expected((time) => time >= at));
    expect(await texts('lt')).toEqual(expected((time) => time < at));
    expect(await texts('lte')).toEqual(expected((time) => time <= at));
    expect(await texts('eq')).toEqual(expected((time) => time === at));
    expect(await texts('ne')).toEqual(expected((time) => time !== at));
  });

  it('reads what is old, what changed and what was rated by indexes, however many messages there are', async () => {
    const { projectId } = caller;
    await service.db.query(
      `INSERT INTO message (project_id, id, organisation_id, ticket_id, index, type, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', 'elsewhere', n, 'TEXT', now(), now() FROM generate_series(1, 20000) n`,
      [projectId],
    );
    await service.db.query('ANALYZE message');
    const explain = async (request: Partial<FindMessagesRequest>): Promise<string> => {
      const plans: string[] = [];
      const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
        plans.push(JSON.stringify(await service.db.query(`EXPLAIN ${text}`, values)));
        return [];
      };
      const whole = { filter: [], skip: 0, limit: 0, fields: [], ...request };
      await findMessages({ db: { ...service.db, query } }, whole, caller.context);
      return plans.join('\n');
    };
    const condition = (field: string, operator: string, value: string) => [
      { field, operator, values: [value] },
    ];
    const now = new Date().toISOString();
    expect(await explain({ filter: condition('createdAt', 'gt', now), sort: 'createdAt' })).toMatch(
      /Index Cond: [^"]*id >= /,
    );
    expect(await explain({ filter: condition('updatedAt', 'gt', now), sort: 'updatedAt' })).toContain(
      'message_project_id_updated_at_id_idx',
    );
    expect(await explain({ filter: condition('rating', 'eq', 'negative') })).toContain('message_rating');
    expect(await explain({ filter: condition('outbound', 'eq', 'x') })).toContain('message_outbound');
  });

  it('leaves thread replies out', async () => {
    await write(['parent', 'reply in a thread']);
    await service.db.query(
      `UPDATE message SET reply_to_id = (SELECT id FROM message WHERE ticket_id = $1 AND index = 1) WHERE ticket_id = $1 AND index = 2`,
      [ticket],
    );
    expect((await find()).texts).toEqual(['parent']);
  });

  it('shows a second project none of the first one', async () => {
    await write(['mine']);
    const other = callerIn(service.neighbours);
    expect((await service.messages.findMessages({}, other.context)).items).toEqual([]);
  });
});
