import { defineJob, type Doer } from '@parley/jobs';
import { type Sql, takeTurns } from '@parley/persistence';
import { isBeingBuilt } from '../progress/build.store';
import { type Deps } from '../deps';
import { keepTraits, type Trait } from '../story/trait.store';
import { turnOf } from '../turn';

/** Facts of tickets that know no trait: those that were told before there were any. */
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

/** Tickets of a round. */
const TICKETS = 200;
/** Facts that are looked at for them: a ticket may have many. */
const FACTS = 4_000;

interface Marked extends Trait {
  id: string;
}

/** Gives facts the traits of their tickets. A project that is told anew as a whole needs none of this. */
export const traitJob = defineJob<object>({ name: 'facts to give traits', every: 300_000 });

/** Who does it, some tickets at a time. */
export const createTraitMarker = (deps: Pick<Deps, 'db' | 'clock'>): Doer<object> => ({
  handle: async () => ((await markFacts(deps)) ? { goOnAt: deps.clock() } : undefined),
});

/** Answers whether more may wait. */
const markFacts = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const waiting = await tx.query<{ projectId: string; ticketId: string }>(
      `SELECT DISTINCT project_id AS "projectId", ticket_id AS "ticketId"
         FROM (SELECT project_id, ticket_id FROM fact WHERE ${WITHOUT} ORDER BY project_id, ticket_id LIMIT ${FACTS}) f
        ORDER BY 1, 2 LIMIT ${TICKETS}`,
    );
    const projectId = waiting[0]?.projectId;
    if (projectId === undefined) return false;
    await takeTurns(tx, [turnOf(projectId)]);
    if (await isBeingBuilt(tx, projectId)) return false;
    const ids = waiting.filter((one) => one.projectId === projectId).map(({ ticketId }) => ticketId);
    const tickets = await tx.query<Marked>(
      `SELECT id, type, priority, channel, outbound, ARRAY(SELECT unnest(tags) AS tag ORDER BY tag) AS tags
         FROM ticket WHERE project_id = $1 AND id = ANY ($2)`,
      [projectId, ids],
    );
    const traits = await keepTraits(tx, projectId, new Map(tickets.map(({ id, ...trait }) => [id, trait])));
    // 0 is no trait: a ticket that a build has not found is gone, and its facts go with the end of the build.
    await tx.query(
      `UPDATE fact f SET trait_id = COALESCE(m.trait, 0), ticket_created_at = t.created_at
         FROM unnest($2::text[], $3::integer[]) AS m (id, trait)
         LEFT JOIN ticket t ON t.project_id = $1 AND t.id = m.id
        WHERE f.project_id = $1 AND f.ticket_id = m.id`,
      [projectId, ids, ids.map((id) => traits.get(id) ?? null)],
    );
    return true;
  });
