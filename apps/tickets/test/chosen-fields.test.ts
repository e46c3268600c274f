import type { Database } from '@parley/persistence';
import { createPostgresIndex } from '@parley/search';
import { eventually } from '@parley/testing';
import { ticketIndex, ticketView } from '../src/core';
import { findMessages } from '../src/messages/find-messages';
import { getTicket } from '../src/tickets/get-ticket';
import { listTickets } from '../src/tickets/list-tickets';
import { searchTickets } from '../src/tickets/search-tickets';
import { createTicketTexts } from '../src/tickets/ticket-texts';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let ticketId: string;
beforeAll(async () => {
  service = await startTickets('chosen_fields');
});
afterAll(() => service.stop());
beforeEach(async () => {
  caller = callerIn(service.neighbours);
  const { id: session } = service.neighbours.addContact(caller.projectId, { name: 'Grace Hopper' });
  const ticket = { title: 'Walrus', description: 'It sings', session, customData: { plan: 'pro' } };
  ticketId = (await service.tickets.createTicket({ ticket }, caller.context)).ticket?.id ?? '';
});

/** The database, with every statement that is sent to it. */
const listen = (): { db: Database; statements: string[] } => {
  const statements: string[] = [];
  const query: Database['query'] = (text, values, options) => {
    statements.push(text);
    return service.db.query(text, values, options);
  };
  return { db: { ...service.db, query }, statements };
};

const readsOf = (statements: readonly string[], table: string): string =>
  statements.filter((text) => text.includes(`FROM ${table}`)).join('\n');

const lists = {
  filter: [],
  skip: 0,
  limit: 0,
  asText: true,
};

describe('chosen fields', () => {
  it('of a list: other columns are not read, and what they need is not joined', async () => {
    const { db, statements } = listen();
    const { text } = await listTickets(
      { db, ticketTexts: createTicketTexts(db) },
      { ...lists, fields: ['id', 'title', 'unreadForMe'] },
      caller.context,
    );
    expect(JSON.parse(text)).toEqual({
      tickets: [{ id: ticketId, title: 'Walrus', unreadForMe: false }],
      count: 1,
      totalCount: 1,
    });
    expect(readsOf(statements, '(SELECT * FROM ticket t')).not.toMatch(/description|logs|extra|_reference/);
    expect(statements.join('\n')).toContain('ticket_read');

    const other = listen();
    const answer = await listTickets(
      { db: other.db, ticketTexts: createTicketTexts(other.db) },
      { ...lists, fields: ['session'] },
      caller.context,
    );
    expect(JSON.parse(answer.text).tickets).toEqual([
      { session: expect.objectContaining({ name: 'Grace Hopper' }) },
    ]);
    expect(other.statements.join('\n')).toContain('JOIN contact_reference');
    // Whether a ticket is unread is only found where it is asked for.
    expect(other.statements.join('\n')).not.toMatch(/user_reference|team_reference|ticket_read/);
  });

  it('of one ticket: the same', async () => {
    const { db, statements } = listen();
    const reads = { read: () => Promise.reject(new Error('The whole ticket was read')) };
    const isUnread = () => Promise.reject(new Error('The reading was read'));
    const fields = ['id', 'customData'];
    expect(await getTicket({ db, reads, isUnread }, { ticketId, fields }, caller.context)).toEqual({
      ticket: { id: ticketId, customData: { plan: 'pro' } },
    });
    expect(statements.join('\n')).not.toMatch(/JOIN|description|logs/);
  });

  it('of hits: texts for snippets are only read when these are asked for', async () => {
    const found = async (fields: string[]) => {
      const { db, statements } = listen();
      const search = createPostgresIndex({ db, definition: ticketIndex });
      const { text } = await searchTickets(
        { db, search, ticketTexts: createTicketTexts(db) },
        { searchTerm: 'walrus', limit: 0, asText: true, fields },
        caller.context,
      );
      return { hits: JSON.parse(text).hits as object[], statements };
    };
    const whole = await eventually(async () => {
      const answer = await found(['id', 'score', 'highlight']);
      expect(answer.hits).toEqual([
        { id: ticketId, score: expect.any(Number), highlight: { title: '<em>Walrus</em>' } },
      ]);
      return answer;
    });
    const plain = await found(['id', 'title']);
    expect(plain.hits).toEqual([{ id: ticketId, title: 'Walrus' }]);
    expect(plain.statements.length).toBeLessThan(whole.statements.length);
    expect(readsOf(plain.statements, 'ticket t')).not.toMatch(/JOIN|description|logs/);
  });

  it('of messages: the same', async () => {
    await service.messages.createMessage({ ticket: ticketId, comment: 'Hello' }, caller.context);
    const { db, statements } = listen();
    const { items } = await findMessages(
      { db },
      { filter: [], skip: 0, limit: 0, fields: ['id', 'plainContent'] },
      caller.context,
    );
    expect(items).toEqual([{ id: expect.any(String), plainContent: 'Hello' }]);
    expect(statements.join('\n')).not.toMatch(/JOIN|"data"|attachments/);
  });

  it('that callers vary do not fill the memory: a few choices stay prepared', () => {
    const views = Array.from({ length: 200 }, (_, n) =>
      ticketView(['id', ...Array(n).fill('title')] as string[]),
    );
    expect(views.filter(({ prepare }) => prepare).length).toBeLessThanOrEqual(20);
  });
});
