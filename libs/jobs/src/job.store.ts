import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

const DIED = 'Its process ended or stood still meanwhile.';

/** One job as it is asked for. */
export interface NewJob {
  name: string;
  projectId: string;
  key: string;
  payload: unknown;
  dueAt: Date;
  now: Date;
  /** Whether it is asked for at its time or before, and not at that time. */
  noLater: boolean;
}

// What waits for an early enough time takes no lock and no write, so that many may ask for one standing job. Its time is so far ahead
// that this transaction, which ends next, is committed by then.
const SOON_ENOUGH = `
  SELECT FROM job w WHERE w.name = n.name AND w.project_id = n.project_id AND w.key = n.key AND w.status = 'waiting'
     AND w.payload = n.payload AND w.due_at <= n.due_at AND w.due_at > n.now + interval '1 second'`;

// What is asked for while it is done is done again, after that. The locks of the rows last to the end of the transaction: who takes
// a job sees what the transaction wrote.
const ask = (jobs: string, noLater: string): string => {
  /** When what is asked for anew is done, with what is asked for now as `EXCLUDED`: then, or then at the latest. */
  const time = `CASE WHEN NOT ${noLater} OR j.status = 'dead' THEN EXCLUDED.due_at ELSE LEAST(j.due_at, EXCLUDED.due_at) END`;
  /** What should be no later waits for its next attempt as before when it failed. */
  const rests = `${noLater} AND j.status = 'waiting' AND j.error IS NOT NULL`;
  return `
INSERT INTO job AS j (name, project_id, key, payload, status, due_at, created_at)
SELECT name, project_id, key, payload, CASE WHEN due_at > now THEN 'waiting' ELSE 'ready' END, due_at, now
  FROM (${jobs}) n WHERE NOT (${noLater} AND EXISTS (${SOON_ENOUGH})) ORDER BY name, project_id, key
ON CONFLICT (name, project_id, key) DO UPDATE SET payload = EXCLUDED.payload, revision = j.revision + 1,
  due_at = CASE WHEN ${rests} THEN j.due_at ELSE ${time} END,
  status = CASE WHEN j.status = 'taken' THEN 'taken' WHEN ${rests} OR ${time} > EXCLUDED.created_at THEN 'waiting' ELSE 'ready' END,
  attempts = CASE WHEN j.status = 'taken' OR ${rests} THEN j.attempts ELSE 0 END,
  deaths = CASE j.status WHEN 'dead' THEN 0 ELSE j.deaths END
RETURNING name`;
};

const ADD = ask(
  `SELECT name, project_id, key, payload::jsonb, due_at, now
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
       AS n (name, project_id, key, payload, due_at, now)`,
  '$7::boolean',
);

/**
 * A part of a statement that hastens a job for each row of `jobs`, which selects `project_id`, `key`, `payload` and `due_at`, each
 * place once. Nobody is woken by it: `Jobs.wake` does that after the commit.
 */
export const hastenJobsSql = ({ name }: { readonly name: string }, jobs: string): string =>
  ask(`SELECT '${name}' AS name, now() AS now, a.* FROM (${jobs}) a`, 'true');

/** Asks for jobs, none of them twice. Answers the names of those that did not wait for an early enough time already. */
export const insertJobs = async (sql: Sql, all: readonly NewJob[]): Promise<Set<string>> => {
  const names = new Set<string>();
  for (const noLater of [false, true]) {
    const jobs = all.filter((job) => job.noLater === noLater);
    if (jobs.length === 0) continue;
    const values = [
      jobs.map(({ name }) => name),
      jobs.map(({ projectId }) => projectId),
      jobs.map(({ key }) => key),
      jobs.map(({ payload }) => JSON.stringify(payload)),
      jobs.map(({ dueAt }) => dueAt),
      jobs.map(({ now }) => now),
      noLater,
    ];
    const rows = await sql.query<{ name: string }>(ADD, values, prepare);
    for (const { name } of rows) names.add(name);
  }
  return names;
};

/** Which of its name a standing job is. */
export const STANDING = { projectId: '*', key: '' };

/** Sees to it that standing jobs are there. One that is set aside stays so. */
export const insertStanding = async (sql: Sql, names: readonly string[], now: Date): Promise<void> => {
  await sql.query(
    `INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
     SELECT name, $3, $4, '{}', 'ready', $2, $2 FROM unnest($1::text[]) AS n (name) ORDER BY name ON CONFLICT DO NOTHING`,
    [names, now, STANDING.projectId, STANDING.key],
  );
};

/** A standing job that knows by SQL when there is something to do. */
export interface DueStanding {
  name: string;
  due: string;
}

/** Makes standing jobs ready for which there is something to do; not those that wait for another attempt. */
export const readyStanding = async (sql: Sql, all: readonly DueStanding[], now: Date): Promise<void> => {
  const dueAt = all.map(({ due }, index) => `WHEN ($4::text[])[${index + 1}] THEN ${due}`);
  await sql.query(
    `UPDATE job SET status = 'ready', due_at = $1
      WHERE name = ANY ($4::text[]) AND project_id = $2 AND key = $3 AND status = 'waiting' AND error IS NULL
        AND CASE name ${dueAt.join(' ')} END <= $1`,
    [now, STANDING.projectId, STANDING.key, all.map(({ name }) => name)],
  );
};

export const deleteJobs = async (
  sql: Sql,
  names: readonly string[],
  projectId: string,
  keys: readonly string[],
): Promise<void> => {
  await sql.query(
    'DELETE FROM job WHERE name = ANY ($1::text[]) AND project_id = $2 AND key = ANY ($3::text[])',
    [names, projectId, keys],
    prepare,
  );
};

/** Most jobs whose time has come that one statement makes ready. */
export const SETTLE_BATCH = 1_000;

const SETTLE = `
UPDATE job SET status = 'ready', taken_until = NULL, deaths = deaths + (status = 'taken')::int, due_at = LEAST(due_at, $1),
  error = CASE status WHEN 'taken' THEN '${DIED}' ELSE error END
 WHERE id IN (
   SELECT id FROM job WHERE status IN ('waiting', 'taken') AND COALESCE(taken_until, due_at) <= $1
    ORDER BY COALESCE(taken_until, due_at) LIMIT ${SETTLE_BATCH} FOR UPDATE SKIP LOCKED)
RETURNING 1`;

/** Makes ready what waited for its time, and what was taken by somebody who does not report any more. Answers how many. */
export const settleDue = async (sql: Sql, now: Date): Promise<number> =>
  (await sql.query(SETTLE, [now])).length;

/** A job that this process holds. */
export interface TakenJob {
  id: number;
  name: string;
  projectId: string;
  key: string;
  payload: unknown;
  revision: number;
  claim: number;
  attempts: number;
  deaths: number;
}

/** What a process can take of one name. */
export interface Wanted {
  name: string;
  free: number;
  /** The project after which the turn goes on. */
  after: string;
}

/**
 * Of each name the jobs due longest, round by round over the projects from one on, so that a backlog of one takes no turn of
 * another. Projects are found by skipping through the index, whatever the backlog of each. Of those that somebody died with at
 * most one, and none beside another one: who dies then, dies of that one. Rows are locked by their keys alone, as figures of a table
 * that is empty most of the time mislead the planner.
 */
export const TAKE = `
WITH RECURSIVE wanted AS (
  SELECT * FROM unnest($1::text[], $2::int[], $3::text[]) AS w (name, free, after)
), turn AS (
  SELECT w.name, w.free, n.project_id, 1 AS place FROM wanted w CROSS JOIN LATERAL (
    SELECT project_id FROM job WHERE name = w.name AND status = 'ready' AND project_id > w.after
     ORDER BY project_id LIMIT 1) n
  UNION ALL
  SELECT t.name, t.free, n.project_id, t.place + 1 FROM turn t CROSS JOIN LATERAL (
    SELECT project_id FROM job WHERE name = t.name AND status = 'ready' AND project_id > t.project_id
     ORDER BY project_id LIMIT 1) n
   WHERE t.place < t.free
), found AS (
  SELECT j.id, t.name, j.deaths, t.free, row_number() OVER (PARTITION BY t.name ORDER BY j.round, t.place) AS place
    FROM turn t CROSS JOIN LATERAL (
      SELECT id, deaths, row_number() OVER (ORDER BY due_at, id) AS round FROM job
       WHERE name = t.name AND project_id = t.project_id AND status = 'ready' AND (deaths = 0 OR $5)
       ORDER BY due_at, id LIMIT t.free) j
), chosen AS (
  SELECT id, name, deaths FROM found WHERE place <= free
), candidate AS (
  SELECT id, name FROM chosen WHERE deaths = 0 UNION ALL
  (SELECT id, name FROM chosen WHERE deaths > 0 ORDER BY id LIMIT 1)
), taken AS (
  SELECT id, status FROM job WHERE id = ANY (ARRAY(SELECT id FROM candidate)) FOR UPDATE SKIP LOCKED
), mine AS (
  UPDATE job j SET status = 'taken', taken_until = $4, due_at = 'infinity', claim = claim + 1, attempts = attempts + 1
    FROM taken WHERE j.id = taken.id AND taken.status = 'ready'
  RETURNING j.id, name, project_id AS "projectId", key, payload, revision, claim, attempts, deaths
)
SELECT c.name AS "of", c.candidates, mine.*
  FROM (SELECT name, count(*)::int AS candidates FROM candidate GROUP BY name) c LEFT JOIN mine ON mine.name = c.name`;

/**
 * Takes jobs until a time, with `mayBeDeadly` one that somebody died with. Answers also the names for which another process
 * holds some of them. Not prepared: a plan that was made while the table was empty would stay when it is long.
 */
export const takeJobs = async (
  sql: Sql,
  wanted: readonly Wanted[],
  { until, mayBeDeadly }: { until: Date; mayBeDeadly: boolean },
): Promise<{ taken: TakenJob[]; contended: Set<string> }> => {
  const rows = await sql.query<{ of: string; candidates: number } & (TakenJob | { id: null })>(TAKE, [
    wanted.map(({ name }) => name),
    wanted.map(({ free }) => free),
    wanted.map(({ after }) => after),
    until,
    mayBeDeadly,
  ]);
  const taken = rows.filter((row) => row.id !== null);
  const isContended = ({ of, candidates }: { of: string; candidates: number }): boolean =>
    taken.filter(({ name }) => name === of).length < candidates;
  return { taken, contended: new Set(rows.filter(isContended).map(({ of }) => of)) };
};

type Claim = Pick<TakenJob, 'id' | 'claim'>;

const KEEP = `
UPDATE job SET taken_until = $3 WHERE id IN (
  SELECT j.id FROM job j JOIN unnest($1::bigint[], $2::int[]) AS k (id, claim) ON j.id = k.id AND j.claim = k.claim
   WHERE j.status = 'taken' FOR UPDATE OF j SKIP LOCKED)`;

/** Keeps jobs for longer. One that is being asked for is kept the next time: who asks for several must not wait for this. */
export const keepJobs = async (sql: Sql, jobs: readonly Claim[], until: Date): Promise<void> => {
  await sql.query(KEEP, [jobs.map(({ id }) => id), jobs.map(({ claim }) => claim), until], prepare);
};

/**
 * Locks a job until the transaction ends, so that nobody takes it or asks for it anew meanwhile. Answers whether it is still held,
 * and still what is asked for.
 */
export const holdJob = async (tx: Sql, { id, claim, revision }: TakenJob): Promise<boolean> => {
  const rows = await tx.query(
    `SELECT 1 FROM job WHERE id = $1 AND claim = $2 AND revision = $3 AND status = 'taken' FOR UPDATE`,
    [id, claim, revision],
    prepare,
  );
  return rows.length > 0;
};

/** As `holdJob`, and what failed or died before does not count any more. */
export const advanceJob = async (tx: Sql, { id, claim, revision }: TakenJob): Promise<boolean> => {
  const rows = await tx.query(
    `UPDATE job SET attempts = 1, deaths = 0, error = NULL
      WHERE id = $1 AND claim = $2 AND revision = $3 AND status = 'taken' RETURNING 1`,
    [id, claim, revision],
    prepare,
  );
  return rows.length > 0;
};

const END = `
WITH ended AS (
  DELETE FROM job WHERE id = $1 AND claim = $2 AND status = 'taken' AND revision = $3 RETURNING id
), restarted AS (
  UPDATE job SET status = 'waiting', taken_until = NULL, attempts = 0, deaths = 0, error = NULL
   WHERE id = $1 AND claim = $2 AND status = 'taken' AND NOT EXISTS (SELECT FROM ended)
)
SELECT id FROM ended`;

/** Ends a held job, or restarts it when it was asked for again. Answers whether it ended. */
export const endJob = async (sql: Sql, { id, claim, revision }: TakenJob): Promise<boolean> =>
  (await sql.query(END, [id, claim, revision], prepare)).length > 0;

/**
 * Part of a statement that ends a held job under a condition, unless it was asked for again. Its values are appended to those of the
 * statement.
 */
export const endJobSql = ({ id, claim, revision }: TakenJob, values: unknown[], condition: string): string =>
  `DELETE FROM job WHERE id = $${values.push(id)} AND claim = $${values.push(claim)} AND revision = $${values.push(revision)}
      AND status = 'taken' AND ${condition} RETURNING 1`;

/** What becomes of a held job that has not ended; what was asked for meanwhile has its own time. */
const giveBack = (set: string, asked = 'due_at'): string => `
UPDATE job SET taken_until = NULL, status = CASE WHEN revision = $3 THEN $4 ELSE 'waiting' END,
  due_at = CASE WHEN revision = $3 THEN $5 ELSE ${asked} END, ${set}
 WHERE id = $1 AND claim = $2 AND status = 'taken'`;

// What is left to do is not put off by what was asked for at a later time.
const POSTPONE = giveBack('attempts = 0, deaths = 0, error = NULL', 'LEAST(due_at, $5)');
const FAIL = giveBack('error = $6');
// What was asked for while it was given up begins anew.
const SET_ASIDE = giveBack(
  `error = $6, attempts = CASE WHEN revision = $3 THEN attempts ELSE 0 END, deaths = CASE WHEN revision = $3 THEN deaths ELSE 0 END`,
);
const RELEASE = giveBack('attempts = attempts - 1');

/** Gives a job that went well back, to go on at a time. */
export const postponeJob = async (sql: Sql, { id, claim, revision }: TakenJob, at: Date): Promise<void> => {
  await sql.query(POSTPONE, [id, claim, revision, 'waiting', at], prepare);
};

/** Gives a failed job back for another attempt at a time. */
export const failJob = async (
  sql: Sql,
  { id, claim, revision }: TakenJob,
  { error, at }: { error: string; at: Date },
): Promise<void> => {
  await sql.query(FAIL, [id, claim, revision, 'waiting', at, error], prepare);
};

/** Sets a job aside for an operator. */
export const setAside = async (
  sql: Sql,
  { id, claim, revision }: TakenJob,
  { error, at }: { error: string; at: Date },
): Promise<void> => {
  await sql.query(SET_ASIDE, [id, claim, revision, 'dead', at, error], prepare);
};

/** Gives a job back that was not begun or was broken off; that attempt does not count. */
export const releaseJob = async (sql: Sql, { id, claim, revision }: TakenJob, now: Date): Promise<void> => {
  await sql.query(RELEASE, [id, claim, revision, 'ready', now], prepare);
};

/** Whether a job is ready or being done, and not done, failed or waiting for its time. */
export const isUnderWay = async (
  sql: Sql,
  name: string,
  projectId: string,
  key: string,
): Promise<boolean> => {
  const rows = await sql.query(
    `SELECT 1 FROM job WHERE name = $1 AND project_id = $2 AND key = $3 AND status IN ('ready', 'taken')`,
    [name, projectId, key],
    prepare,
  );
  return rows.length > 0;
};

/** When the next job of any name is due: past while one is ready. An SQL expression. */
export const NEXT_JOB = `(SELECT min(COALESCE(taken_until, due_at)) FROM job WHERE status <> 'dead')`;

/** When something waits for its time next; undefined when nothing does. */
export const nextTime = async (sql: Sql): Promise<Date | undefined> => {
  const [row] = await sql.query<{ at: Date | null }>(
    `SELECT min(COALESCE(taken_until, due_at)) AS at FROM job WHERE status IN ('waiting', 'taken')`,
    [],
    { prepare: true, isLook: true },
  );
  return row?.at ?? undefined;
};

/** Days that a job which was set aside is kept. */
export const DEAD_DAYS = 30;

/** Removes what was set aside too long ago. */
export const dropDead = async (sql: Sql, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - DEAD_DAYS * 86_400_000);
  await sql.query(`DELETE FROM job WHERE status = 'dead' AND due_at < $1`, [before]);
};

/** A job that is set aside. */
export interface DeadJob {
  id: number;
  name: string;
  projectId: string;
  key: string;
  attempts: number;
  error: string;
  at: Date;
}

/** Those set aside, the latest first, at most so many. */
export const deadJobs = (sql: Sql, limit: number): Promise<DeadJob[]> =>
  sql.query<DeadJob>(
    `SELECT id, name, project_id AS "projectId", key, attempts, error, due_at AS at FROM job
      WHERE status = 'dead' ORDER BY due_at DESC, id DESC LIMIT $1`,
    [limit],
  );

/** Makes those set aside, or one of them, ready again. Answers how many. */
export const reviveJobs = async (sql: Sql, id: string | undefined): Promise<number> => {
  const rows = await sql.query(
    `UPDATE job SET status = 'ready', attempts = 0, deaths = 0
      WHERE status = 'dead' AND ($1::text IS NULL OR id::text = $1) RETURNING 1`,
    [id ?? null],
  );
  return rows.length;
};

/** How far jobs are behind. */
export interface JobLag {
  /** Seconds that the one due longest has been waiting; 0 when none is. */
  seconds: number;
  dead: { name: string; count: number }[];
}

export const jobLag = async (sql: Sql, now: Date): Promise<JobLag> => {
  const [next] = await sql.query<{ at: Date | null }>(`SELECT ${NEXT_JOB} AS at`);
  const dead = await sql.query<{ name: string; count: number }>(
    `SELECT name, count(*) FROM job WHERE status = 'dead' GROUP BY name ORDER BY name`,
  );
  return { seconds: next?.at ? Math.max(0, (now.getTime() - next.at.getTime()) / 1000) : 0, dead };
};
