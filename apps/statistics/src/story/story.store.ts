import type { Sql } from '@parley/persistence';
import { contactsIn } from './contacts-in-story';
import { emptyStory, type StoredStory } from './stored-story';

/** Locks histories of tickets, in the order of their ids, and answers the known ones. */
export const lockStories = async (
  tx: Sql,
  projectId: string,
  ticketIds: readonly string[],
): Promise<Map<string, StoredStory>> => {
  const ids = [...new Set(ticketIds)].sort();
  await tx.query(
    `INSERT INTO ticket_story (project_id, ticket_id, story)
     SELECT $1, id, $3 FROM unnest($2::text[]) AS id ORDER BY id ON CONFLICT DO NOTHING`,
    [projectId, ids, JSON.stringify(emptyStory())],
    { prepare: true },
  );
  const rows = await tx.query<{ ticketId: string; story: StoredStory }>(
    `SELECT ticket_id AS "ticketId", story FROM ticket_story
      WHERE project_id = $1 AND ticket_id = ANY ($2) ORDER BY ticket_id FOR UPDATE`,
    [projectId, ids],
    { prepare: true },
  );
  return new Map(rows.map(({ ticketId, story }) => [ticketId, story]));
};

/** Tickets that are spam or hidden have no facts, by which the contacts of a story are found. */
const isSilent = ({ facts }: StoredStory): boolean => facts?.isSpam === true || facts?.hidden === true;

/** Stores the contacts named in histories of tickets without facts. */
const keepSilentNames = async (
  tx: Sql,
  projectId: string,
  stories: ReadonlyMap<string, StoredStory>,
): Promise<void> => {
  await tx.query(
    'DELETE FROM silent_name WHERE project_id = $1 AND ticket_id = ANY ($2)',
    [projectId, [...stories.keys()]],
    { prepare: true },
  );
  const names = [...stories]
    .filter(([, story]) => isSilent(story))
    .flatMap(([ticketId, story]) => contactsIn(story).map((contactId) => ({ ticketId, contactId })));
  if (names.length === 0) return;
  await tx.query(
    `INSERT INTO silent_name (project_id, ticket_id, contact_id)
     SELECT $1, ticket_id, contact_id FROM unnest($2::text[], $3::text[]) AS n (ticket_id, contact_id)`,
    [projectId, names.map(({ ticketId }) => ticketId), names.map(({ contactId }) => contactId)],
  );
};

/** Writes stories that are locked. */
export const saveStories = async (
  tx: Sql,
  projectId: string,
  stories: ReadonlyMap<string, StoredStory>,
): Promise<void> => {
  await tx.query(
    `UPDATE ticket_story SET story = r.story
       FROM json_to_recordset($2::json) AS r (id text, story jsonb)
      WHERE project_id = $1 AND ticket_id = r.id`,
    [projectId, JSON.stringify([...stories].map(([id, story]) => ({ id, story })))],
    { prepare: true },
  );
  await keepSilentNames(tx, projectId, stories);
};

const TICKETS = `
INSERT INTO ticket AS t (project_id, id, bug_id, title, type, status, priority, tags, channel, outbound, contact_id, user_id,
                         team_id, listed, queued, created_at, updated_at)
SELECT $1, id, bug_id, title, type, status, priority, tags, channel, outbound, contact_id, user_id, team_id, listed, queued,
       created_at, updated_at
  FROM json_populate_recordset(NULL::ticket, $2::json)
ON CONFLICT (project_id, id) DO UPDATE SET
  bug_id = excluded.bug_id, title = excluded.title, type = excluded.type, status = excluded.status,
  priority = excluded.priority, tags = excluded.tags, channel = excluded.channel, outbound = excluded.outbound,
  contact_id = excluded.contact_id, user_id = excluded.user_id, team_id = excluded.team_id, listed = excluded.listed,
  queued = excluded.queued, created_at = excluded.created_at, updated_at = excluded.updated_at`;

/** Writes the current tickets of histories; unknown ones are left out. */
export const saveTickets = async (
  tx: Sql,
  projectId: string,
  stories: ReadonlyMap<string, Pick<StoredStory, 'facts' | 'updatedAt'>>,
): Promise<void> => {
  const known = [...stories].flatMap(([id, { facts, updatedAt }]) =>
    facts ? [{ id, facts, updatedAt }] : [],
  );
  if (known.length === 0) return;
  const rows = known.map(({ id, facts, updatedAt }) => ({
    id,
    bug_id: facts.bugId,
    title: facts.title,
    type: facts.type,
    status: facts.status,
    priority: facts.priority,
    tags: facts.tags ?? [],
    channel: facts.channel,
    outbound: facts.outbound,
    contact_id: facts.sessionId,
    user_id: facts.userId,
    team_id: facts.teamId,
    listed: !facts.isSpam && !facts.hidden && !facts.archived && facts.duplicateOf === undefined,
    queued: facts.queued ?? false,
    created_at: facts.createdAt,
    updated_at: updatedAt ?? facts.updatedAt,
  }));
  await tx.query(TICKETS, [projectId, JSON.stringify(rows)], { prepare: true });
};

/** Forgets tickets but for their facts. */
export const removeTickets = async (
  tx: Sql,
  projectId: string,
  ticketIds: readonly string[],
): Promise<void> => {
  for (const [table, column] of [
    ['ticket', 'id'],
    ['ticket_story', 'ticket_id'],
    ['silent_name', 'ticket_id'],
  ])
    await tx.query(`DELETE FROM ${table} WHERE project_id = $1 AND ${column} = ANY ($2)`, [
      projectId,
      ticketIds,
    ]);
};

/** The stories of some tickets; those that have none are left out. */
export const getStories = async (
  sql: Sql,
  projectId: string,
  ticketIds: readonly string[],
): Promise<Map<string, StoredStory>> => {
  const rows = await sql.query<{ id: string; story: StoredStory }>(
    'SELECT ticket_id AS id, story FROM ticket_story WHERE project_id = $1 AND ticket_id = ANY ($2)',
    [projectId, ticketIds],
  );
  return new Map(rows.map(({ id, story }) => [id, story]));
};

/** Stories that are in memory at once. */
const PAGE = 500;

/** All stories of a project by their tickets, in pages. */
export async function* readStories(tx: Sql, projectId: string): AsyncGenerator<Map<string, StoredStory>> {
  for (let after = ''; ;) {
    const rows = await tx.query<{ id: string; story: StoredStory }>(
      `SELECT ticket_id AS id, story FROM ticket_story WHERE project_id = $1 AND ticket_id > $2
        ORDER BY ticket_id LIMIT ${PAGE}`,
      [projectId, after],
      { prepare: true },
    );
    if (rows.length > 0) yield new Map(rows.map(({ id, story }) => [id, story]));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Tickets between two ids that are not among the living, and that have no event since a time. */
export const findOtherStories = async (
  sql: Sql,
  projectId: string,
  { after, to, living, readAt }: { after: string; to: string; living: readonly string[]; readAt: number },
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT ticket_id AS id FROM ticket_story
      WHERE project_id = $1 AND ticket_id > $2 AND ticket_id <= $3 AND ticket_id <> ALL ($4)
        AND COALESCE((story->>'toldAt')::bigint, 0) < $5`,
    [projectId, after, to, living, readAt],
  );
  return rows.map(({ id }) => id);
};
