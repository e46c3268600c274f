import type { Sql } from '@parley/persistence';

/** A vector of a ticket to keep. */
export interface TicketVector {
  /** 0: of title and description; 1: of all that is public. */
  part: number;
  hash: string;
  /** Set when it was computed again. */
  made?: { model: string; signature: string; vector: Buffer };
}

/** A vector that there is. */
export interface KnownVector {
  ticketId: string;
  part: number;
  hash: string;
  model: string;
}

/** The vectors of tickets, without the vectors themselves. */
export const getKnownVectors = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<KnownVector[]> =>
  sql.query<KnownVector>(
    `SELECT ticket_id AS "ticketId", part, hash, model FROM ticket_vector
      WHERE project_id = $1 AND ticket_id = ANY ($2::text[])`,
    [projectId, ids],
    { prepare: true },
  );

/** All vectors that a ticket shall have. */
export interface TicketVectors {
  ticketId: string;
  sessionId: string | undefined;
  vectors: readonly TicketVector[];
}

const DROP = `
DELETE FROM ticket_vector v USING unnest($2::text[]) AS t (id)
 WHERE v.project_id = $1 AND v.ticket_id = t.id AND NOT EXISTS (
   SELECT FROM unnest($3::text[], $4::smallint[]) AS k (id, part) WHERE k.id = v.ticket_id AND k.part = v.part)`;

const OWN = `
UPDATE ticket_vector v SET session_id = t.session_id FROM unnest($2::text[], $3::text[]) AS t (id, session_id)
 WHERE v.project_id = $1 AND v.ticket_id = t.id AND v.session_id IS DISTINCT FROM t.session_id`;

const WRITE = `
INSERT INTO ticket_vector (project_id, ticket_id, part, session_id, hash, model, signature, vector)
SELECT $1, t.* FROM unnest($2::text[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::bit(1024)[], $8::bytea[]) AS t
 ORDER BY 2, 3
ON CONFLICT (project_id, ticket_id, part) DO UPDATE SET session_id = EXCLUDED.session_id, hash = EXCLUDED.hash,
  model = EXCLUDED.model, signature = EXCLUDED.signature, vector = EXCLUDED.vector`;

/** Makes the vectors of tickets these, each ticket once. */
export const writeTicketVectors = async (
  tx: Sql,
  projectId: string,
  tickets: readonly TicketVectors[],
): Promise<void> => {
  if (tickets.length === 0) return;
  const prepare = { prepare: true };
  const ids = tickets.map(({ ticketId }) => ticketId);
  const parts = tickets.flatMap(({ ticketId, sessionId, vectors }) =>
    vectors.map((vector) => ({ ticketId, sessionId: sessionId ?? null, ...vector })),
  );
  await tx.query(
    DROP,
    [projectId, ids, parts.map(({ ticketId }) => ticketId), parts.map(({ part }) => part)],
    prepare,
  );
  await tx.query(OWN, [projectId, ids, tickets.map(({ sessionId }) => sessionId ?? null)], prepare);
  const fresh = parts.flatMap(({ made, ...part }) => (made ? [{ ...part, ...made }] : []));
  if (fresh.length === 0) return;
  await tx.query(
    WRITE,
    [
      projectId,
      fresh.map(({ ticketId }) => ticketId),
      fresh.map(({ part }) => part),
      fresh.map(({ sessionId }) => sessionId),
      fresh.map(({ hash }) => hash),
      fresh.map(({ model }) => model),
      fresh.map(({ signature }) => signature),
      fresh.map(({ vector }) => vector),
    ],
    prepare,
  );
};

/** Forgets tickets. */
export const forgetTickets = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<void> => {
  await tx.query('DELETE FROM ticket_vector WHERE project_id = $1 AND ticket_id = ANY ($2::text[])', [
    projectId,
    ids,
  ]);
};

/** Forgets the tickets of a contact and answers which. */
export const forgetTicketsOfContact = async (
  tx: Sql,
  projectId: string,
  sessionId: string,
): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(
    'DELETE FROM ticket_vector WHERE project_id = $1 AND session_id = $2 RETURNING ticket_id AS id',
    [projectId, sessionId],
  );
  return [...new Set(rows.map(({ id }) => id))];
};

/** A ticket that is near, with its vectors. */
export interface NearTicket {
  ticketId: string;
  vector: Buffer;
}

const nearest = (only: string): string => `
SELECT ticket_id AS "ticketId", vector FROM ticket_vector
 WHERE project_id = $1 AND model = $2 AND ${only}
 ORDER BY bit_count(signature # $3::bit(1024)), ticket_id LIMIT $4`;

const NEAREST = nearest('ticket_id IS DISTINCT FROM $5');
const NEAREST_AMONG = nearest('ticket_id = ANY ($5::text[]) AND part = 0');

/**
 * The vectors of a project's tickets that are nearest, roughly: by the bits in which their signatures differ. `among` are the
 * tickets that count, with the vectors of their titles and descriptions.
 */
export const nearestTickets = (
  sql: Sql,
  projectId: string,
  asked: {
    space: string;
    signature: string;
    limit: number;
    exclude?: string | undefined;
    among?: readonly string[] | undefined;
  },
): Promise<NearTicket[]> =>
  sql.query<NearTicket>(
    asked.among ? NEAREST_AMONG : NEAREST,
    [projectId, asked.space, asked.signature, asked.limit, asked.among ?? asked.exclude ?? null],
    { prepare: true },
  );

/** Vectors of titles and descriptions that a model made. */
export const getVectors = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
  model: string,
): Promise<{ id: string; hash: string; vector: Buffer; signature: string }[]> =>
  sql.query(
    `SELECT ticket_id AS id, hash, vector, signature::text FROM ticket_vector
      WHERE project_id = $1 AND ticket_id = ANY ($2::text[]) AND part = 0 AND model = $3`,
    [projectId, ids, model],
    { prepare: true },
  );

// Given-up tickets wait for a change, and would otherwise block the others.
const outdated = (compared: string): string =>
  `(SELECT DISTINCT project_id, ticket_id FROM ticket_vector v WHERE model ${compared} $1 AND NOT EXISTS (
      SELECT FROM source_mark m WHERE m.project_id = v.project_id AND m.kind = 'ticket' AND m.id = v.ticket_id
         AND m.failed_at IS NOT NULL) LIMIT $2)`;

const MARK_OUTDATED = `
WITH outdated AS (${outdated('<')} UNION ${outdated('>')})
INSERT INTO source_mark (project_id, kind, id) SELECT project_id, 'ticket', ticket_id FROM outdated
ON CONFLICT DO NOTHING RETURNING id`;

/** Tickets with vectors of another model, except given-up ones, are queued to be read; answers how many are newly queued. */
export const markOutdatedTickets = async (sql: Sql, model: string, limit: number): Promise<number> =>
  (await sql.query(MARK_OUTDATED, [model, limit])).length;
