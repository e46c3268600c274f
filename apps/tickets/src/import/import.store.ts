import { cutBySize, type Sql } from '@parley/persistence';
import { markDirtySql } from '@parley/search';
import {
  type HistoryRow,
  insertHistory,
  messageKind,
  type MessageRow,
  messageColumns,
  toMessageRecord,
  MESSAGE_INDEX,
} from '../core';
import type { PlayedTicket } from './play-events';

/** Name of the lock that makes imports into a project sequential. */
const LOCK = 'ticket-import';

/** Lets one import into a project go on at a time, until the transaction ends. */
export const takeTurn = async (tx: Sql, projectId: string): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', [LOCK, projectId]);
};

/** The tickets of the project that have one of the identifiers, by that. */
export const findImported = async (
  sql: Sql,
  projectId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await sql.query<{ id: string; externalId: string }>(
    `SELECT id, external_id AS "externalId" FROM ticket
      WHERE project_id = $1 AND external_id IS NOT NULL AND external_id = ANY ($2::text[])`,
    [projectId, externalIds],
    { prepare: true },
  );
  return new Map(rows.map(({ id, externalId }) => [externalId, id]));
};

/** Keeps contacts from being forgotten until the transaction ends. Answers those that are kept. */
export const holdContacts = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM contact_reference WHERE project_id = $1 AND id = ANY ($2::text[]) AND version > 0
      ORDER BY id FOR KEY SHARE`,
    [projectId, ids],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
};

/** Rows of one statement: few enough to be written down without holding others up. */
const TOGETHER = { max: 500, maxBytes: 250_000 };

/** Rows as JSON lists, each the parameter of a statement. */
function* parts(records: Iterable<object>): Generator<string> {
  for (const part of cutBySize(toTexts(records), ({ length }) => length, TOGETHER))
    yield `[${part.join(',')}]`;
}

function* toTexts(records: Iterable<object>): Generator<string> {
  for (const record of records) yield JSON.stringify(record);
}

const columns = Object.values(messageColumns).join(', ');

const MESSAGES = `
WITH inserted AS (
  INSERT INTO message (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::message, $1::json)
  RETURNING project_id, id
) ${markDirtySql(`SELECT project_id, '${MESSAGE_INDEX}', id FROM inserted`)}`;

const PLACES = `
INSERT INTO conversation_message (project_id, conversation_id, position, message_id, counts)
SELECT project_id, conversation_id, position, message_id, counts
  FROM json_populate_recordset(NULL::conversation_message, $1::json)`;

const isPublic = (message: MessageRow): boolean => ['reply', 'contact'].includes(messageKind(message));

/** Where the public messages of a ticket with a contact stand in its conversation. */
const listPositions = ({ row, messages }: PlayedTicket): object[] =>
  row.sessionId === null
    ? []
    : messages.filter(isPublic).map((message, index) => ({
        project_id: row.projectId,
        conversation_id: row.id,
        position: index + 1,
        message_id: message.id,
        counts: message.sessionId !== row.sessionId,
      }));

/** The records of tickets, each made when it is written. */
function* collectRecords<Record extends object>(
  tickets: readonly PlayedTicket[],
  of: (ticket: PlayedTicket) => Iterable<Record>,
): Generator<Record> {
  for (const ticket of tickets) yield* of(ticket);
}

function* listMessageRecords({ messages }: PlayedTicket): Generator<object> {
  for (const message of messages) yield toMessageRecord(message);
}

/** Writes everything of imported tickets but the tickets themselves. */
export const insertPast = async (tx: Sql, tickets: readonly PlayedTicket[]): Promise<void> => {
  for (const part of parts(collectRecords(tickets, listMessageRecords)))
    await tx.query(MESSAGES, [part], { prepare: true });
  for (const part of parts(collectRecords(tickets, listPositions)))
    await tx.query(PLACES, [part], { prepare: true });
  for (const part of parts(collectRecords<HistoryRow>(tickets, ({ history }) => history)))
    await tx.query(insertHistory('$1'), [part], { prepare: true });
};
