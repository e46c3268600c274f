import type { Sql } from '@parley/persistence';
import {
  countUnreadConversations,
  findConversations,
  findShown,
  messagesAfter,
  findPosition,
} from '../src/core/conversation.store';
import { createConversationWriters } from '../src/conversations/conversation-writer.store';
import { indexAt, unreadAfter } from '../src/conversations/mark-conversation-read.store';
import { removeFromConversations } from '../src/core/conversation.renew.store';
import { getPublicTexts } from '../src/knowledge/ticket-text.store';
import { type ContactSide, contactSide } from './support/contact-side';
import { startTickets, type TestService } from './support/service';

const CONVERSATIONS = 5_000;
const MESSAGES = 10_000;
const OTHERS = 30_000;

let service: TestService;
let side: ContactSide;
let longest = '';
beforeAll(async () => {
  service = await startTickets('conversation_plans');
  side = contactSide(service);
  longest = (await side.open({ comment: 'first' })).id;
  await side.team.say(longest, 'second');
  const { db } = service;
  const copy = (table: string, columns: string): string =>
    `INSERT INTO ${table} SELECT r.* FROM ${table} t CROSS JOIN generate_series(1, $2::integer) n,
       LATERAL json_populate_record(t, json_build_object(${columns})) r`;
  const id = "lpad(to_hex(n), 24, '0')";
  const ticket = `'id', ${id}, 'bug_id', 1000 + n, 'contact_activity', now() - n * interval '1 minute'`;
  await db.query(`${copy('ticket', ticket)} WHERE t.id = $1`, [longest, CONVERSATIONS]);
  // What others have: without it, reading whole tables would be right.
  await db.query(
    `${copy('ticket', `'project_id', 'other', 'session_id', null, ${ticket}`)} WHERE t.id = $1`,
    [longest, OTHERS],
  );
  await db.query(
    `${copy('message', `'project_id', 'other', 'ticket_id', 'elsewhere', 'id', ${id}, 'index', n`)} WHERE t.ticket_id = $1 AND t.index = 2`,
    [longest, OTHERS],
  );
  await db.query(
    `${copy('message', `'id', ${id}, 'index', 10 + n`)} WHERE t.ticket_id = $1 AND t.index = 2`,
    [longest, MESSAGES],
  );
  await db.query(
    `INSERT INTO conversation_message (project_id, conversation_id, position, message_id, counts)
     SELECT $1, $2, 2 + n, ${id}, true FROM generate_series(1, $3::integer) n`,
    [side.caller.projectId, longest, MESSAGES],
  );
  await db.query(
    `INSERT INTO conversation_message (project_id, conversation_id, position, message_id, counts)
     SELECT 'other', 'elsewhere', n, ${id}, true FROM generate_series(1, $1::integer) n`,
    [OTHERS],
  );
  await db.query('UPDATE ticket SET contact_position = $2, contact_unread = $2 - 1 WHERE id = $1', [
    longest,
    MESSAGES + 2,
  ]);
  await db.query('ANALYZE ticket');
  await db.query('ANALYZE message');
  await db.query('ANALYZE conversation_message');
});
afterAll(() => service.stop());

/** The plans of what a store asks, which answers as it always does. */
const explain = async (run: (sql: Sql) => Promise<unknown>): Promise<string> => {
  const plans: string[] = [];
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    plans.push(JSON.stringify(await service.db.query(`EXPLAIN ${text}`, values)));
    return service.db.query<Row>(text, values);
  };
  await run({ query });
  return plans.join('\n');
};

const TABLES = /Seq Scan on (ticket|message|conversation_message)\b/;

describe('With 5,000 conversations and one of 10,000 messages', () => {
  it('the list of a contact comes from its index in order, and so does what of it is unread', async () => {
    const { contactId } = side;
    const { projectId } = side.caller;
    const query = { contactId, isClosed: undefined, skip: 0, limit: 50 };
    const list = await explain((sql) => findConversations(sql, projectId, query));
    expect(list).toContain('Index Scan using ticket_conversations on');
    expect(list).not.toMatch(TABLES);
    const count = await explain((sql) => countUnreadConversations(sql, projectId, contactId));
    expect(count).toMatch(/ticket_conversations/);
    expect(count).not.toMatch(TABLES);
    expect(await side.unreadConversations()).toBe(CONVERSATIONS + 1);
    const pages = await Promise.all(
      [0, 2_500, CONVERSATIONS - 49].map((skip) => side.list({ skip, limit: 100 })),
    );
    expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(250);
  });

  it('a page of messages comes from the order of the conversation, and so does the place to read on from', async () => {
    const { projectId } = side.caller;
    const place = { position: MESSAGES / 2, limit: 50 };
    const page = await explain((sql) => messagesAfter(sql, projectId, longest, place));
    expect(page).toContain('Index Scan using conversation_message_pkey');
    expect(page).toContain('Index Scan using message_pkey');
    expect(page).not.toMatch(TABLES);
    const [first] = await side.messages(longest);
    const from = await explain((sql) => findPosition(sql, projectId, longest, first?.id ?? ''));
    expect(from).not.toMatch(TABLES);
    const shown = await explain((sql) => findShown(sql, projectId, first?.id ?? ''));
    expect(shown).not.toMatch(TABLES);
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const found = await side.messages(longest, { after });
      seen.push(...found.map(({ id }) => id));
      after = found.at(-1)?.id;
      if (found.length < 100) break;
    }
    expect(new Set(seen).size).toBe(MESSAGES + 2);
  });

  it('reading and deleting look at no other conversation', async () => {
    const { projectId } = side.caller;
    const [, second] = await side.messages(longest);
    const message = { projectId, ticketId: longest, id: second?.id ?? '' };
    const plans = await explain(async (sql) => {
      await unreadAfter(sql, projectId, longest, MESSAGES - 10);
      await indexAt(sql, projectId, longest, MESSAGES - 10);
      await removeFromConversations(sql, message, new Date());
    });
    expect(plans).not.toMatch(TABLES);
    expect(plans).not.toMatch(/Merge Join|Hash Join/);
    expect(await side.messages(longest, { limit: 2 })).toMatchObject([{ plainText: 'first' }, {}]);
    expect(await side.read(longest)).toMatchObject({ unreadCount: 0 });
    expect(await side.unreadConversations()).toBe(CONVERSATIONS);
  });

  it('the public texts of tickets come from the messages of each, however many others there are', async () => {
    const { projectId } = side.caller;
    const plan = await explain((sql) => getPublicTexts(sql, projectId, [longest], true));
    expect(plan).toContain('Index Scan using message_project_id_ticket_id_id_idx on');
    expect(plan).not.toMatch(TABLES);
    expect(plan).not.toContain('message_pkey');
  });

  it('who writes in a conversation is looked up by key', async () => {
    const { projectId, contactId } = { ...side, ...side.caller };
    const found: unknown[] = [];
    const plan = await explain(async (sql) => {
      const db = { ...service.db, query: sql.query };
      found.push(await createConversationWriters(db).find(projectId, longest));
    });
    expect(found).toMatchObject([{ id: longest, contactId, contact: { id: contactId } }]);
    expect(plan).toContain('Index Scan using ticket_pkey on');
    expect(plan).toContain('Index Scan using contact_reference_pkey on');
    expect(plan).not.toMatch(TABLES);
  });
});
