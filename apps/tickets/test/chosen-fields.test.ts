import type { Database } from '@parley/persistence';
import { createPostgresIndex } from '@parley/search';
import { eventually } from '@parley/testing';
import { createIsUnread, type IsUnread, ticketIndex, ticketView } from '../src/core';
import { findMessages } from '../src/messages/find-messages';
import { getTicket } from '../src/tickets/get-ticket';
import { listTickets } from '../src/tickets/list-tickets';
import { searchTickets } from '../src/tickets/search-tickets';
import { createTicketTexts, type TicketTexts } from '../src/tickets/ticket-texts';
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
  const ticket = {
    title: 'Walrus',
    description: `It sings ${'tralalala '.repeat(100)}`,
    session,
    customData: { plan: 'pro' },
  };
  ticketId = (await service.tickets.createTicket({ ticket }, caller.context)).ticket?.id ?? '';
});

/** What reads from the database, with every statement that is sent to it. */
const listen = (): { db: Database; isUnread: IsUnread; ticketTexts: TicketTexts; statements: string[] } => {
  const statements: string[] = [];
  const query: Database['query'] = (text, values, options) => {
    statements.push(text);
    return service.db.query(text, values, options);
  };
  const db = { ...service.db, query };
  const isUnread = createIsUnread(db);
  return { db, isUnread, ticketTexts: createTicketTexts(db, isUnread), statements };
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
    const { statements, ...deps } = listen();
    const { text } = await listTickets(
      deps,
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
    const answer = await listTickets(other, { ...lists, fields: ['session'] }, caller.context);
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
      const { statements, ...deps } = listen();
      const search = createPostgresIndex({ db: deps.db, definition: ticketIndex });
      const { text } = await searchTickets(
        { ...deps, search },
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
    const TEXTS = /\bd\.text\b|SELECT id, text FROM search_document/;
    expect(whole.statements.join('\n')).toMatch(TEXTS);
    expect(plain.statements.join('\n')).not.toMatch(TEXTS);
    expect(readsOf(plain.statements, 'ticket t')).not.toMatch(/JOIN|description|logs/);
  });

  it('of hits: a chosen snippet is at most 160 characters of text, that of a whole answer more', async () => {
    const snippets = (text: string): string[] =>
      (JSON.parse(text).hits as { highlight: Record<string, string> }[]).map(
        ({ highlight: { description = '' } }) => description.replaceAll(/<\/?em>|…/g, ''),
      );
    const deps = listen();
    const search = createPostgresIndex({ db: deps.db, definition: ticketIndex });
    const asked = { searchTerm: 'sings', limit: 0, asText: true };
    await eventually(async () => {
      const whole = await searchTickets({ ...deps, search }, { ...asked, fields: [] }, caller.context);
      const card = await searchTickets(
        { ...deps, search },
        { ...asked, fields: ['highlight'] },
        caller.context,
      );
      expect(snippets(whole.text)[0]?.length).toBeGreaterThan(160);
      expect(snippets(card.text)[0]?.length).toBeGreaterThan(100);
      expect(snippets(card.text)[0]?.length).toBeLessThanOrEqual(160);
    });
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
