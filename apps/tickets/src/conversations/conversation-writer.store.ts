import { type Database, gather, isId, type Sql } from '@parley/persistence';
import { type ContactRecord, contactFields, KEPT_CONTACT, type ConversationPlace } from '../core';

/** A conversation, its contact, and the copy of that contact. */
export interface ConversationWriter extends ConversationPlace {
  /** Undefined when it is not kept here yet. */
  contact: ContactRecord | undefined;
}

/** Finds who writes in conversations; those that are asked for while others are looked up go together. */
export interface ConversationWriters {
  /** Undefined when no contact sees the conversation. */
  find(projectId: string, conversationId: string): Promise<ConversationWriter | undefined>;
}

interface Key {
  projectId: string;
  id: string;
}

/** Look-ups one by one: joined, a small table would be read whole. */
const FIND = `
SELECT t.project_id AS "projectId", t.id AS "conversationId", t.session_id AS "contactId", c.*
  FROM unnest($1::text[], $2::text[]) AS k (project_id, id)
 CROSS JOIN LATERAL (
   SELECT project_id, id, session_id FROM ticket
    WHERE project_id = k.project_id AND id = k.id AND session_id IS NOT NULL AND NOT hidden
   OFFSET 0) t
  LEFT JOIN LATERAL (
   SELECT ${contactFields} FROM contact_reference
    WHERE project_id = t.project_id AND id = t.session_id AND ${KEPT_CONTACT}
   OFFSET 0) c ON true`;

type Row = { projectId: string; conversationId: string; contactId: string } & (
  ContactRecord | Record<keyof ContactRecord, null>
);

const makeKey = (projectId: string, id: string): string => `${projectId} ${id}`;

const findAll = async (sql: Sql, keys: readonly Key[]): Promise<(ConversationWriter | undefined)[]> => {
  const rows = await sql.query<Row>(
    FIND,
    [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id)],
    {
      prepare: true,
    },
  );
  const found = new Map<string, ConversationWriter>();
  for (const { projectId, conversationId, contactId, ...contact } of rows)
    found.set(makeKey(projectId, conversationId), {
      id: conversationId,
      contactId,
      contact: contact.id === null ? undefined : contact,
    });
  return keys.map(({ projectId, id }) => found.get(makeKey(projectId, id)));
};

/** Opens the look-ups of a service's database. */
export const createConversationWriters = (db: Database): ConversationWriters => {
  const ask = gather<Key, ConversationWriter | undefined>((keys) => findAll(db, keys), {
    maxBatch: 64,
    atATime: 2,
  });
  return {
    find: (projectId, id) => (isId(id) ? ask({ projectId, id }) : Promise.resolve(undefined)),
  };
};
