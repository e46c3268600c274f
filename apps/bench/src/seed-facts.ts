import { type Database, openDatabase } from '@parley/persistence';
import { DAYS, selectLife, PEOPLE, personIdSql, share, teamIdSql, TEAMS, timedId } from './lives';
import type { Bench } from './workload';

/** Tickets written by one statement. */
const BATCH = 50_000;

/** Everything that tickets of one batch went through, to the millisecond; $2 to $5 are the first, the last, all, and now. */
const LIVES = `
CREATE TEMP TABLE life AS
SELECT n, d.id, c.at::timestamptz(3) AS at, ${teamIdSql(`floor(d.x * ${TEAMS})`)} AS team, l.agent, l.rating,
       CASE WHEN d.u < 0.8 THEN 'INQUIRY' ELSE 'BUG' END AS type, (ARRAY['LOW', 'MEDIUM', 'HIGH'])[1 + floor(d.v * 3)] AS priority,
       CASE WHEN d.w < 0.4 THEN '{}' ELSE ARRAY['tag' || floor(d.w * 50)] END AS tags,
       (ARRAY['EMAIL', 'WIDGET', 'API'])[1 + floor(d.x * 3)] AS channel,
       ${['wrote', 'assigned', 'answered', 'asked', 'answered_again', 'closed'].map((did) => `l.${did}_at::timestamptz(3)`).join(', ')},
       CASE WHEN ${share('d.id', 22)} < 0.1 THEN l.answered_at::timestamptz(3) END AS promised_at
  FROM generate_series($1::integer, $2::integer) AS n,
  LATERAL (SELECT date_trunc('milliseconds', $4::timestamptz - (1 - n::float8 / $3::integer) * interval '${DAYS} days') AS at) c,
  LATERAL (SELECT ${timedId('c.at', "'ticket ' || n")} AS id, ${share("'u' || n", 1)} AS u, ${share("'v' || n", 2)} AS v,
                  ${share("'w' || n", 3)} AS w, ${share("'x' || n", 4)} AS x) d,
  LATERAL ${selectLife('d.id', 'c.at', '$4::timestamptz')} l`;

const TRAITS = `
INSERT INTO trait (project_id, digest, type, priority, tags, channel)
SELECT DISTINCT $1, md5(concat_ws(' ', type, priority, tags, channel)), type, priority, tags, channel FROM life
ON CONFLICT DO NOTHING`;

const TICKETS = `
INSERT INTO ticket (project_id, id, bug_id, title, type, status, priority, tags, channel, user_id, team_id, listed, queued, created_at, updated_at)
SELECT $1, id, n, 'Case ' || n, type, CASE WHEN closed_at IS NULL THEN 'OPEN' ELSE 'DONE' END, priority, tags, channel,
       CASE WHEN assigned_at IS NOT NULL THEN agent END, team, true, false, at,
       greatest(at, wrote_at, assigned_at, answered_at, asked_at, answered_again_at, closed_at)
  FROM life`;

const BY_CONTACT = `'contact', NULL`;
const BY_AGENT = `'user', l.agent`;
const milliseconds = (from: string, to: string): string =>
  `(extract(epoch FROM ${to} - ${from}) * 1000)::bigint`;

/** Facts of a kind: time, person, actor, flags, and measure; those without a time are left out. */
const selectFacts = (
  kind: number,
  { at, user = 'l.agent', by = BY_AGENT, flags = '0', since, value = 'NULL' }: Record<string, string>,
): string =>
  `SELECT l.*, ${kind} AS kind, ${at} AS happened_at, ${user} AS user_id, ${by.replace(', ', ' AS actor_type, ')} AS actor_id,
          ${flags} AS flags, ${since === undefined ? 'NULL::bigint' : milliseconds(since, String(at))} AS ms, ${value}::float8 AS value
     FROM life l`;

const WORK = ['assigned', 'answered', 'answered_again', 'closed'];

const kinds = [
  selectFacts(60, {
    at: 'l.at',
    user: 'CASE WHEN l.assigned_at IS NOT NULL THEN l.agent END',
    by: BY_CONTACT,
    flags: `CASE WHEN l.type = 'INQUIRY' THEN 2 ELSE 0 END + CASE WHEN COALESCE(l.wrote_at, l.answered_at, l.asked_at) IS NULL THEN 4 ELSE 0 END`,
  }),
  selectFacts(50, { at: 'l.wrote_at', user: 'NULL', by: BY_CONTACT, flags: '1' }),
  selectFacts(50, { at: 'l.answered_at', flags: 'CASE WHEN l.wrote_at IS NULL THEN 1 ELSE 0 END' }),
  selectFacts(50, { at: 'l.asked_at', user: 'NULL', by: BY_CONTACT }),
  selectFacts(50, { at: 'l.answered_again_at' }),
  selectFacts(180, { at: 'l.answered_at', flags: '33', since: 'l.at' }),
  selectFacts(180, {
    at: 'l.answered_again_at',
    flags: 'CASE WHEN l.answered_at IS NULL THEN 33 ELSE 32 END',
    since: 'CASE WHEN l.answered_at IS NULL THEN l.at ELSE l.asked_at END',
  }),
  selectFacts(40, { at: 'l.assigned_at', flags: '1', since: 'l.at' }),
  selectFacts(190, { at: 'l.closed_at', flags: '25', since: 'l.at', value: '0' }),
  selectFacts(170, { at: 'CASE WHEN l.rating IS NOT NULL THEN l.closed_at END', value: 'l.rating' }),
  selectFacts(160, { at: 'CASE WHEN l.promised_at IS NOT NULL THEN l.at END' }),
  selectFacts(150, { at: `CASE WHEN l.promised_at < l.at + interval '4 hours' THEN l.promised_at END` }),
  selectFacts(140, {
    at: `CASE WHEN l.promised_at >= l.at + interval '4 hours' THEN l.at + interval '4 hours' END`,
  }),
  selectFacts(1010, {
    at: `CASE WHEN l.answered_at >= l.assigned_at THEN l.answered_at WHEN l.answered_again_at >= l.assigned_at THEN l.answered_again_at END`,
    since: 'l.assigned_at',
  }),
  ...WORK.map((did) => selectFacts(1000, { at: `l.${did}_at` })),
];

/** A time as particulars of facts have it. */
const since1970 = (at: string): string => `(extract(epoch FROM ${at}) * 1000)::bigint`;

// Work knows the work before it in the same ticket, which here is always of the same person.
const FACTS = `
INSERT INTO fact (project_id, kind, source_id, at, ticket_id, user_id, team_id, actor_type, actor_id, flags, ms, work_ms, value,
                  previous_at, previous_own_at, extra, trait_id, ticket_created_at)
SELECT $1, f.kind, CASE WHEN f.kind IN (60, 170) THEN f.id ELSE ${timedId('f.happened_at', 'f.id || f.kind')} END, f.happened_at, f.id, f.user_id,
       f.team, f.actor_type, f.actor_id, f.flags, f.ms, f.ms, f.value, w.before, w.before,
       CASE f.kind WHEN 50 THEN jsonb_build_object('author', f.actor_type) WHEN 190 THEN '{"oldStatus": "OPEN", "newStatus": "DONE"}'
                   WHEN 160 THEN jsonb_build_object('dueAt', c.due)
                   WHEN 150 THEN jsonb_build_object('dueAt', c.due, 'startedAt', c.started, 'answeredAt', c.answered)
                   WHEN 140 THEN jsonb_build_object('dueAt', c.due, 'startedAt', c.started, 'answeredAt', c.answered)
       END, t.id, f.at
  FROM (${kinds.join(' UNION ALL ')}) f
  JOIN trait t ON t.project_id = $1 AND (t.type, t.priority, t.tags, t.channel) = (f.type, f.priority, f.tags, f.channel)
 CROSS JOIN LATERAL (SELECT ${since1970("f.at + interval '4 hours'")} AS due, ${since1970('f.at')} AS started,
                            ${since1970('f.promised_at')} AS answered) c
 CROSS JOIN LATERAL (SELECT CASE WHEN f.kind = 1000 THEN max(at) END AS before
                       FROM unnest(ARRAY[${WORK.map((did) => `f.${did}_at`).join(', ')}]) AS at WHERE at < f.happened_at) w
 WHERE f.happened_at IS NOT NULL ORDER BY f.id
ON CONFLICT DO NOTHING`;

/** The service's sums beside facts: by quarter of an hour, and those that a function of the database makes. */
const SUMS = [
  `INSERT INTO fact_quarter (project_id, figure, quarter, count)
   SELECT f.project_id, c.figure, to_timestamp(floor(extract(epoch FROM f.at) / 900) * 900), count(*)
     FROM fact f JOIN (VALUES (1, 60, 0), (2, 60, 2), (3, 60, 4), (4, 190, 8), (5, 190, 1), (6, 180, 0), (7, 180, 32), (8, 180, 1), (9, 50, 0),
                              (10, 40, 1), (11, 170, 0), (12, 160, 0), (13, 150, 0), (14, 140, 0)) AS c (figure, kind, flag)
            ON c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
    WHERE f.project_id = $1 GROUP BY 1, 2, 3
   ON CONFLICT (project_id, figure, quarter) DO UPDATE SET count = excluded.count`,
  `SELECT make_sums($1)`,
];

/** Writes facts without their indexes and triggers, which is only possible while no one else uses the table. */
const withoutIndexes = async (db: Database, write: () => Promise<void>): Promise<void> => {
  const indexes = await db.query<{ name: string; text: string }>(
    `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'fact' AND indexdef NOT LIKE '%UNIQUE%'`,
  );
  await db.query('ALTER TABLE fact DISABLE TRIGGER USER');
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`);
  await write();
  for (const { text } of indexes) await db.query(text);
  await db.query('ALTER TABLE fact ENABLE TRIGGER USER');
};

/**
 * Fills the statistics of the project with facts of two years of tickets that the tickets service does not have: the same lives as
 * {@link seedHistories} writes, without reading histories and computing facts. A million take minutes.
 */
export const seedFacts = async ({
  target,
  workspace: { projectId },
  tickets,
  say,
}: Pick<Bench, 'target' | 'workspace' | 'tickets' | 'say'>): Promise<void> => {
  const now = new Date();
  const db = openDatabase({
    url: target.databaseUrl('statistics'),
    applicationName: 'bench seed',
    maxConnections: 1,
    statementTimeout: 0,
  });
  try {
    await db.query(`SET maintenance_work_mem = '1GB'`);
    await db.query(`SET work_mem = '256MB'`);
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
    await withoutIndexes(db, async () => {
      for (let from = 1; from <= tickets; from += BATCH) {
        await db.query(LIVES, [from, Math.min(tickets, from + BATCH - 1), tickets, now]);
        for (const statement of [TRAITS, TICKETS, FACTS]) await db.query(statement, [projectId]);
        await db.query('DROP TABLE life');
      }
    });
    say(`  facts of ${tickets} tickets written`);
    await db.query('ANALYZE fact');
    for (const statement of SUMS) await db.query(statement, [projectId]);
    await db.query('VACUUM ANALYZE');
    say('  they are summed up');
  } finally {
    await db.close();
  }
};
