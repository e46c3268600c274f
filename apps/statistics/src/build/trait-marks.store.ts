import type { Sql } from '@parley/persistence';
import type { Trait } from '../story';

/** Facts of tickets without a dimension row: those written before there were any. */
const WITHOUT = 'trait_id IS NULL AND ticket_id IS NOT NULL';

/** Whether each fact of a project knows the trait of its ticket. */
export const hasTraits = async (sql: Sql, projectId: string): Promise<boolean> => {
  const rows = await sql.query(
    `SELECT 1 FROM fact WHERE project_id = $1 AND ${WITHOUT} LIMIT 1`,
    [projectId],
    {
      prepare: true,
    },
  );
  return rows.length === 0;
};

/** Facts that are looked at for them: a ticket may have many. */
const FACTS = 4_000;

/** Some tickets that have facts without a trait, by project. */
export const findUnmarked = (sql: Sql, limit: number): Promise<{ projectId: string; ticketId: string }[]> =>
  sql.query(
    `SELECT DISTINCT project_id AS "projectId", ticket_id AS "ticketId"
       FROM (SELECT project_id, ticket_id FROM fact WHERE ${WITHOUT} ORDER BY project_id, ticket_id LIMIT ${FACTS}) f
      ORDER BY 1, 2 LIMIT $1`,
    [limit],
  );

/** The traits of tickets as they are now, by their ids. */
export const findTraits = async (
  sql: Sql,
  projectId: string,
  ticketIds: readonly string[],
): Promise<Map<string, Trait>> => {
  const tickets = await sql.query<Trait & { id: string }>(
    `SELECT id, type, priority, channel, outbound, ARRAY(SELECT unnest(tags) AS tag ORDER BY tag) AS tags
       FROM ticket WHERE project_id = $1 AND id = ANY ($2)`,
    [projectId, ticketIds],
  );
  return new Map(tickets.map(({ id, ...trait }) => [id, trait]));
};

/** Gives the facts of tickets their traits. 0 is no trait: a ticket that a build has not found is gone, and its facts go with its end. */
export const setTraits = async (
  tx: Sql,
  projectId: string,
  ticketIds: readonly string[],
  traits: ReadonlyMap<string, number>,
): Promise<void> => {
  await tx.query(
    `UPDATE fact f SET trait_id = COALESCE(m.trait, 0), ticket_created_at = t.created_at
       FROM unnest($2::text[], $3::integer[]) AS m (id, trait)
       LEFT JOIN ticket t ON t.project_id = $1 AND t.id = m.id
      WHERE f.project_id = $1 AND f.ticket_id = m.id`,
    [projectId, ticketIds, ticketIds.map((id) => traits.get(id) ?? null)],
  );
};
