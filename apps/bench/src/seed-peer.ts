import { openDatabase } from '@parley/persistence';
import { call } from './api';
import type { Peer } from './peer';
import { BATCH } from './seed';
import { makeText } from './vocabulary';

/** The data for loads on the peer. */
export interface PeerData {
  /** Ids of some conversations, spread over the list. */
  conversationIds: string[];
  /** The inbox that conversations are created in: the API takes one of mail alone. */
  mailInboxId: number;
}

interface Answer<T> {
  data: T;
}

// Times are spread, so that its lists are in an order and the newest of a contact are found by index.
const copySql = `
WITH copied AS (
  INSERT INTO conversations
  SELECT row.* FROM conversations c, unnest($2::text[], $3::int[]) AS n(text, number),
    LATERAL (SELECT now() - n.number * interval '1 second' AS time) AS at,
    LATERAL jsonb_populate_record(c, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('conversations', 'id')), 'uuid', gen_random_uuid(),
    'reference_number', 'copy' || n.number, 'inbox_id', $4::int, 'status_id', 1 + n.number % 3,
    'subject', n.text, 'last_message', n.text, 'last_interaction', n.text,
    'created_at', at.time, 'last_message_at', at.time, 'last_interaction_at', at.time)) AS row
  WHERE c.id = $1 RETURNING id, subject, created_at)
INSERT INTO conversation_messages
SELECT row.* FROM conversation_messages m, copied,
  LATERAL jsonb_populate_record(m, jsonb_build_object(
  'id', nextval(pg_get_serial_sequence('conversation_messages', 'id')), 'uuid', gen_random_uuid(),
  'conversation_id', copied.id, 'content', copied.subject, 'text_content', copied.subject,
  'created_at', copied.created_at)) AS row
WHERE m.conversation_id = $1`;

/** The body that creates a conversation in the name of its contact, with a text of `makeText`. */
export const conversationBody = (text: string, inbox: number): Record<string, unknown> => ({
  inbox_id: inbox,
  contact_email: 'lin@example.com',
  first_name: 'Lin',
  last_name: 'Park',
  subject: text,
  content: text,
  initiator: 'contact',
});

/**
 * Makes two inboxes and one conversation by requests, and copies that one inside the database until there are enough, each with one
 * message of the contact. The copies are of a chat, where an answer is not mailed; the same holds for the platform's tickets, which
 * have a contact without an address.
 */
export const seedPeer = async (peer: Peer, conversations: number): Promise<PeerData> => {
  const post = async <T>(path: string, body: unknown): Promise<T> =>
    (await call<Answer<T>>(peer, 'POST', path, body)).data;
  const mail = await post<{ id: number }>('/inboxes', {
    name: 'Mail',
    channel: 'email',
    from: 'Help <help@example.com>',
    enabled: true,
    config: { smtp: [], imap: [] },
  });
  const chat = await post<{ id: number }>('/inboxes', {
    name: 'Chat',
    channel: 'livechat',
    enabled: true,
    config: { colors: { primary: '#000000' }, launcher: { position: 'right' } },
  });
  const first = await post<{ id: number }>('/conversations', conversationBody(makeText(0), mail.id));
  const db = openDatabase({
    url: peer.databaseUrl,
    applicationName: 'bench seed',
    maxConnections: 2,
    statementTimeout: 0,
  });
  try {
    for (let last = 1; last < conversations; last += BATCH) {
      const take = Math.min(BATCH, conversations - last);
      const numbers = Array.from({ length: take }, (_, index) => last + index);
      await db.query(copySql, [first.id, numbers.map(makeText), numbers, chat.id]);
    }
    await db.query('VACUUM ANALYZE');
    const rows = await db.query<{ id: string }>(
      'SELECT uuid::text AS id FROM conversations WHERE inbox_id = $1 ORDER BY id LIMIT 500 OFFSET $2',
      [chat.id, Math.max(0, Math.floor(conversations / 2) - 250)],
    );
    return { conversationIds: rows.map(({ id }) => id), mailInboxId: mail.id };
  } finally {
    await db.close();
  }
};
