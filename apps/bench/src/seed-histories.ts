import { type Database, openDatabase } from '@parley/persistence';
import { DAYS, selectLife, PEOPLE, personIdSql, share, teamIdSql, TEAMS, timedId } from './lives';
import type { Bench } from './workload';

/** Tickets written by one statement. */
const BATCH = 20_000;

const LIVES = `ticket t CROSS JOIN LATERAL ${selectLife('t.id', 't.created_at', '$3::timestamptz')} l`;
/** The ticket that the others are copied from stays as the service made it. */
const COPIES = 't.project_id = $1 AND t.id <> $2';

/** Times of a ticket's messages in their order: the contact and the agent take turns. */
const SAID = ['l.wrote_at', 'l.answered_at', 'l.asked_at', 'l.answered_again_at'];

// The record is made in FROM: a star behind the function itself would make it once per column.
const TICKETS = `
INSERT INTO ticket
SELECT row.* FROM ticket t, generate_series($3::integer, $4::integer) AS n,
  LATERAL (SELECT date_trunc('milliseconds', $6::timestamptz - (1 - n::float8 / $5::integer) * interval '${DAYS} days') AS at) c,
  LATERAL (SELECT ${timedId('c.at', "'ticket ' || n")} AS id, ${share("'u' || n", 1)} AS u, ${share("'v' || n", 2)} AS v,
                  ${share("'w' || n", 3)} AS w, ${share("'x' || n", 4)} AS x) d,
  LATERAL ${selectLife('d.id', 'c.at', '$6::timestamptz')} l,
  LATERAL jsonb_populate_record(t, jsonb_build_object(
    'id', d.id, 'title', 'Case ' || n, 'description', NULL, 'bug_id', n, 'revision', 1,
    'type', CASE WHEN d.u < 0.8 THEN 'INQUIRY' ELSE 'BUG' END, 'priority', floor(d.v * 3),
    'status', CASE WHEN l.closed_at IS NULL THEN 'OPEN' ELSE 'DONE' END,
    'tags', CASE WHEN d.w < 0.4 THEN '[]'::jsonb ELSE jsonb_build_array('tag' || floor(d.w * 50)) END,
    'extra', jsonb_build_object('channel', jsonb_build_object('type', (ARRAY['EMAIL', 'WIDGET', 'API'])[1 + floor(d.x * 3)])),
    'processing_user_id', CASE WHEN l.assigned_at IS NOT NULL THEN l.agent END,
    'processing_team_id', ${teamIdSql(`floor(d.x * ${TEAMS})`)},
    'message_count', num_nonnulls(${SAID.join(', ')}), 'conversation_rating', l.rating, 'rated_at', CASE WHEN l.rating IS NOT NULL THEN l.closed_at END,
    'created_at', c.at, 'updated_at', c.at, 'last_activity', c.at,
    'share_token', d.id || 's', 'secret_share_token', d.id || 'p')) AS row
WHERE t.project_id = $1 AND t.id = $2`;

// Messages of a ticket are numbered without gaps, up to the number that the ticket has counted.
const MESSAGES = `
INSERT INTO message (project_id, id, organisation_id, ticket_id, index, type, session_id, user_id, created_at, updated_at)
SELECT t.project_id, ${timedId('m.at', 't.id || m.turn')}, t.organisation_id, t.id, m.index, 'TEXT',
       CASE WHEN m.turn % 2 = 0 THEN t.session_id END, CASE WHEN m.turn % 2 = 1 THEN l.agent END, m.at, m.at
  FROM ${LIVES} CROSS JOIN LATERAL (VALUES
    ${SAID.map((at, turn) => `(${turn}, ${at}, num_nonnulls(${SAID.slice(0, turn + 1).join(', ')}))`).join(', ')}
  ) AS m(turn, at, index)
 WHERE ${COPIES} AND m.at IS NOT NULL`;

const CHANGES = `
INSERT INTO ticket_history (project_id, id, ticket_id, at, actor, field, from_value, to_value)
SELECT t.project_id, ${timedId('c.at', 't.id || c.field')}, t.id, c.at, jsonb_build_object('type', 'user', 'id', l.agent),
       c.field, c.former, c.value
  FROM ${LIVES} CROSS JOIN LATERAL (VALUES
    ('processingUser', l.assigned_at, NULL::jsonb, to_jsonb(l.agent)),
    ('status', l.closed_at, '"OPEN"'::jsonb, '"DONE"'::jsonb)) AS c(field, at, former, value)
 WHERE ${COPIES} AND c.at IS NOT NULL`;

const CLOCKS = `
INSERT INTO sla_clock (project_id, id, ticket_id, started_at, due_at, outcome, ended_at, answered_at)
SELECT t.project_id, ${timedId('t.created_at', "t.id || 'clock'")}, t.id, t.created_at, t.created_at + interval '4 hours',
       CASE WHEN l.answered_at < t.created_at + interval '4 hours' THEN 'met' ELSE 'breached' END, l.answered_at, l.answered_at
  FROM ${LIVES} WHERE ${COPIES} AND l.answered_at IS NOT NULL AND ${share('t.id', 22)} < 0.1`;

const within = async (url: string, run: (db: Database) => Promise<void>): Promise<void> => {
  const db = openDatabase({ url, applicationName: 'bench seed', maxConnections: 1, statementTimeout: 0 });
  try {
    await run(db);
  } finally {
    await db.close();
  }
};

/**
 * Fills the project with tickets of two years that were answered, assigned, closed, rated and promised, written by SQL beside
 * the service. They are not indexed for search.
 */
export const seedHistories = async ({
  target,
  workspace: { projectId, ticketId },
  tickets,
  say,
}: Pick<Bench, 'target' | 'workspace' | 'tickets' | 'say'>): Promise<void> => {
  // All statements use one point in time, so that an event has happened for all of them or for none.
  const now = new Date();
  await within(target.databaseUrl('tickets'), async (db) => {
    const [row] = await db.query<{ last: number }>(
      'SELECT coalesce(max(bug_id), 0) AS last FROM ticket WHERE project_id = $1',
      [projectId],
    );
    for (let from = (row?.last ?? 0) + 1; from <= tickets; from += BATCH)
      await db.query(TICKETS, [projectId, ticketId, from, Math.min(tickets, from + BATCH - 1), tickets, now]);
    await db.query('UPDATE ticket_sequence SET value = $2 WHERE project_id = $1', [projectId, tickets]);
    say(`  ${tickets} tickets written`);
    for (const statement of [MESSAGES, CHANGES, CLOCKS])
      await db.query(statement, [projectId, ticketId, now]);
    await db.query('VACUUM ANALYZE');
    say('  their histories are written');
  });
  await within(target.databaseUrl('statistics'), async (db) => {
    await db.query(
      `INSERT INTO person (project_id, id, first_name, last_name, user_type, is_member, is_available)
       SELECT $1, ${personIdSql('n')}, 'Agent', n::text, 'default', true, true FROM generate_series(0, ${PEOPLE - 1}) AS n
       ON CONFLICT DO NOTHING`,
      [projectId],
    );
    await db.query(
      `INSERT INTO team (project_id, id, name, deleted)
       SELECT $1, ${teamIdSql('n')}, 'Team ' || n, false FROM generate_series(0, ${TEAMS - 1}) AS n ON CONFLICT DO NOTHING`,
      [projectId],
    );
  });
};
