import { describeWith, engineUrl, eventually } from '@parley/testing';
import { type Conversation, createConversationClient } from './support/conversation';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
let talk: Conversation;
beforeAll(async () => {
  service = await startTickets('search_messages');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
  talk = createConversationClient(service, caller);
});
afterEach(() => service.setClock(undefined));

const search = async (searchTerm: string, limit = 0, context = caller.context) =>
  (await service.messages.searchMessages({ searchTerm, limit }, context)).hits;
const found = async (searchTerm: string) => (await search(searchTerm)).map(({ message }) => message?.id);
const finds = (searchTerm: string, ...ids: string[]) =>
  eventually(async () => expect((await found(searchTerm)).sort()).toEqual([...ids].sort()));
const update = (ticketId: string, ticket: object) =>
  service.tickets.updateTicket({ ticketId, ticket }, caller.context);

describe('SearchMessages', () => {
  it('finds replies, notes, thread replies, messages of contacts and names of files, with relevance and snippet', async () => {
    const { id: session } = service.neighbours.addContact(caller.projectId);
    const ticket = await talk.createTicket();
    const reply = await talk.say(ticket, 'The <b>zeppelin</b> landed');
    const note = await talk.say(ticket, 'Secret walrus', { isNote: true });
    const inThread = await talk.reply(note.id, 'about marmalade');
    const theirs = await talk.say(ticket, 'my umbrella', { session });
    const attachments = [{ name: 'ledger.pdf', url: 'https://example.com/x' }];
    const file = await talk.say(ticket, '', { comment: undefined, attachments });
    await finds('zeppelin', reply.id);
    await finds('walrus', note.id);
    await finds('marmalade', inThread.id);
    await finds('umbrella', theirs.id);
    await finds('ledger', file.id);
    const [hit] = await search('zeppelin');
    expect(hit?.message).toEqual(reply);
    expect(hit?.highlight).toEqual({ comment: 'The &lt;b&gt;<em>zeppelin</em>&lt;/b&gt; landed' });
    expect(hit?.score).toBeGreaterThan(0);
    expect(hit?.score).toBeLessThanOrEqual(1);
  });

  it('forgives a typo of one letter in words of 5 or more and demands every word', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'Password reset fails');
    await finds('pasword reset', id);
    expect(await found('password unicorn')).toEqual([]);
  });

  it('follows edits and deletions, of messages, threads and tickets', async () => {
    const ticket = await talk.createTicket();
    const note = await talk.say(ticket, 'armadillo', { isNote: true });
    const reply = await talk.reply(note.id, 'armadillo too');
    await finds('armadillo', note.id, reply.id);
    const messageId = note.id;
    await service.messages.updateMessage({ messageId, data: { content: 'pangolin' } }, caller.context);
    await finds('pangolin', note.id);
    await finds('armadillo', reply.id);
    await service.messages.deleteMessage({ messageId }, caller.context);
    await finds('armadillo');
    const other = await talk.createTicket();
    const last = await talk.say(other, 'capybara');
    await finds('capybara', last.id);
    await service.tickets.deleteTicket({ ticketId: other }, caller.context);
    await finds('capybara');
    const left = 'SELECT FROM search_document WHERE index_name = $1 AND project_id = $2';
    await eventually(async () =>
      expect(await service.db.query(left, ['messages', caller.projectId])).toHaveLength(0),
    );
  });

  it('finds messages of archived tickets, not of hidden tickets, of spam and of what was merged into those', async () => {
    const say = async (ticket: object) => {
      const id = await talk.createTicket(ticket);
      return { ticket: id, message: (await talk.say(id, 'platypus')).id };
    };
    const archived = await say({ archived: true });
    const hidden = await say({});
    const spam = await say({});
    const merged = await say({});
    await finds('platypus', archived.message, hidden.message, spam.message, merged.message);
    await service.db.query('UPDATE ticket SET duplicate_of_id = $1 WHERE id = $2', [
      hidden.ticket,
      merged.ticket,
    ]);
    await finds('platypus', archived.message, hidden.message, spam.message, merged.message);
    await update(hidden.ticket, { hidden: true });
    await update(spam.ticket, { isSpam: true });
    expect(await found('platypus')).toEqual([archived.message]);
    const documents = `SELECT id FROM search_document WHERE index_name = 'messages' AND project_id = $1 ORDER BY id`;
    await eventually(async () =>
      expect(await service.db.query(documents, [caller.projectId])).toEqual([{ id: archived.message }]),
    );
    await update(hidden.ticket, { hidden: false });
    await finds('platypus', archived.message, hidden.message, merged.message);
  });

  it('answers at most 30 hits, fewer when asked', async () => {
    const ticket = await talk.createTicket();
    await Promise.all(Array.from({ length: 35 }, (_, index) => talk.say(ticket, `narwhal ${index}`)));
    await eventually(async () => expect(await search('narwhal')).toHaveLength(30));
    expect(await search('narwhal', 100)).toHaveLength(30);
    expect(await search('narwhal', 3)).toHaveLength(3);
  });

  it('answers 400 invalid_query for a blank term', async () => {
    await expect(search('  ')).rejects.toMatchObject({ kind: 'invalid', reason: 'INVALID_QUERY' });
  });

  it('finds nothing of another project', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'salamander');
    await finds('salamander', id);
    expect(await search('salamander', 0, callerIn(service.neighbours).context)).toEqual([]);
  });

  it('takes 20 edits of one message to the index with few writes', async () => {
    const { id: messageId } = await talk.say(await talk.createTicket(), 'origin', { isNote: true });
    await finds('origin', messageId);
    await service.db.query(
      `CREATE TABLE written (id text);
       CREATE FUNCTION written() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO written VALUES (NEW.id); RETURN NULL; END $$;
       CREATE TRIGGER written AFTER UPDATE ON search_document FOR EACH ROW EXECUTE FUNCTION written()`,
    );
    // While the marks cannot be taken, they come together.
    await service.db.transaction(async (tx) => {
      await tx.query('LOCK TABLE search_document IN EXCLUSIVE MODE');
      for (let edit = 1; edit <= 20; edit += 1)
        await service.messages.updateMessage({ messageId, data: { content: `edit${edit}` } }, caller.context);
    });
    await finds('edit20', messageId);
    // One that waited for the lock, and one with all that came meanwhile.
    expect((await service.db.query('SELECT FROM written WHERE id = $1', [messageId])).length).toBeLessThan(3);
    await service.db.query('DROP FUNCTION written CASCADE');
  });

  it('has its lag in the metrics', async () => {
    const lag = async (): Promise<number> =>
      Number(/^search_index_lag_seconds\S* (\S+)$/m.exec(await service.metrics.text())?.[1]);
    await eventually(async () => expect(await lag()).toBe(0));
    // A message that could not be indexed for 100 s, and is not due yet.
    await service.db.query(
      `INSERT INTO search_queue (project_id, index_name, id, changed_at, attempts, retry_at)
       VALUES ($1, 'messages', 'x', now() - interval '100 s', 5, now() + interval '1 h')`,
      [caller.projectId],
    );
    expect(await lag()).toBeGreaterThanOrEqual(100);
    await service.db.query(`DELETE FROM search_queue WHERE id = 'x'`);
    expect(await lag()).toBeLessThan(100);
  });

  it('answers unavailable while the search server is away, and never something else', async () => {
    const searchEngine = { kind: 'meilisearch', url: 'http://127.0.0.1:9' } as const;
    const away = await startTickets('search_messages_away', { searchEngine });
    try {
      const asked = away.messages.searchMessages({ searchTerm: 'x', limit: 0 }, caller.context);
      await expect(asked).rejects.toMatchObject({ kind: 'unavailable' });
    } finally {
      await away.stop();
    }
  });

  it('builds the index anew from the database', async () => {
    const { id } = await talk.say(await talk.createTicket(), 'chameleon');
    await finds('chameleon', id);
    await service.db.query(`DELETE FROM search_document WHERE index_name = 'messages'`);
    expect(await found('chameleon')).toEqual([]);
    await service.module.commands?.['search:rebuild']?.(() => undefined, []);
    await finds('chameleon', id);
  });
});

describeWith('meilisearch')('SearchMessages by Meilisearch', () => {
  it('finds, follows an edit and a deletion, and shows a second project nothing', async () => {
    const url = engineUrl('meilisearch') ?? '';
    const apiKey = process.env['TEST_MEILI_API_KEY'] ?? '';
    const searchEngine = { kind: 'meilisearch', url, apiKey } as const;
    const real = await startTickets('search_messages_meili', { searchEngine });
    try {
      const { context } = caller;
      const one = createConversationClient(real, callerIn(real.neighbours, caller.projectId));
      const hits = async (searchTerm: string, where = context) =>
        (await real.messages.searchMessages({ searchTerm, limit: 0 }, where)).hits;
      const shows = (searchTerm: string, ...snippets: string[]) =>
        eventually(async () =>
          expect((await hits(searchTerm)).map(({ highlight }) => highlight['comment'])).toEqual(snippets),
        );
      const ticket = await one.createTicket();
      const note = await one.say(ticket, 'the zeppelin landed', { isNote: true });
      await shows('zepelin', 'the <em>zeppelin</em> landed');
      expect(await hits('zeppelin', callerIn(real.neighbours).context)).toEqual([]);
      await one.reply(note.id, 'a zeppelin again');
      await shows('zeppelin again', 'a <em>zeppelin</em> <em>again</em>');
      await real.messages.deleteMessage({ messageId: note.id }, context);
      await shows('zeppelin');
    } finally {
      await real.stop();
    }
  });
});
