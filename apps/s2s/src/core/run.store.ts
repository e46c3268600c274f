import { defineJob, doubling, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import type { Steps } from './read-steps';
import type { Workflow } from './workflow';
import { LEASE_MS, type Run } from './run';

const prepare = { prepare: true };

type Nothing = Record<string, never>;

/** Each goes on with one run, its key. They are three so that none of them waits for another: an event may start thousands at once. */
const options = { concurrency: 4, backoff: doubling(1_000, 8_000) };

/** A run that begins, or is over. */
export const runJob = defineJob<Nothing>({ name: 'workflow runs', ...options });
/** A run after its wait. A delay may be 2 s too long. */
export const waitJob = defineJob<Nothing>({ name: 'workflow waits', ...options });
/** A run with a waiting caller, who started or answered it. */
export const askedJob = defineJob<Nothing>({ name: 'workflow answers', ...options, concurrency: 8 });

/** Queues a run: now, or for a time. */
export const askRun = async (
  tx: Sql,
  job: typeof runJob,
  { projectId, id }: Pick<Run, 'projectId' | 'id'>,
  when: { now: Date; at?: Date },
): Promise<void> => hastenJob(tx, job, {}, { projectId, key: id, ...when });

/** Asks that a run goes on when its wait is over; nothing of one that waits for no time. */
export const askWait = async (tx: Sql, run: Run, now: Date): Promise<void> => {
  if (run.status === 'waiting' && run.dueAt) await askRun(tx, waitJob, run, { now, at: run.dueAt });
};

export const runColumns = `r.project_id AS "projectId", r.id, r.organisation_id AS "organisationId", r.workflow_id AS "workflowId",
  r.version, r.conversation_id AS "conversationId", r.contact_id AS "contactId", r.channel, r.status,
  r.waits_for AS "waitsFor", r.current_step AS "currentStep", r.taken, r.entered, r.answer, r.event, r.pending,
  r.request_key AS "requestKey", r.due_at AS "dueAt", r.claim, r.error, r.started_at AS "startedAt", r.ended_at AS "endedAt"`;

const SELECT = `SELECT ${runColumns} FROM workflow_run r WHERE r.project_id = $1`;

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/**
 * Stores the steps of a version for as long as it has runs. Where they exist already, concurrent starts do not wait for each other.
 */
const keepVersion = async (
  tx: Sql,
  { projectId, id, version, name, start, steps }: Workflow,
): Promise<void> => {
  await tx.query(
    `INSERT INTO workflow_version (project_id, workflow_id, version, name, start, steps)
     SELECT $1, $2, $3, $4, $5, $6::jsonb
      WHERE NOT EXISTS (SELECT FROM workflow_version WHERE project_id = $1 AND workflow_id = $2 AND version = $3)
     ON CONFLICT DO NOTHING`,
    [projectId, id, version, name, start, JSON.stringify(steps)],
    prepare,
  );
};

/** Inserts a run of a workflow as it is now, and asks that it begins; false when a run was started by the same request before. */
export const insertRun = async (
  tx: Sql,
  workflow: Workflow,
  run: Run,
  job: typeof runJob,
): Promise<boolean> => {
  await keepVersion(tx, workflow);
  const rows = await tx.query(
    `INSERT INTO workflow_run (project_id, id, organisation_id, workflow_id, version, conversation_id, contact_id, channel, status,
       current_step, taken, entered, event, request_key, due_at, claim, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'running', $9, 0, '{}', $10, $11, $12, $13, $14)
     ON CONFLICT (project_id, request_key) DO NOTHING RETURNING id`,
    [
      run.projectId,
      run.id,
      run.organisationId,
      run.workflowId,
      run.version,
      run.conversationId,
      run.contactId,
      run.channel,
      run.currentStep,
      json(run.event),
      run.requestKey,
      run.dueAt,
      run.claim,
      run.startedAt,
    ],
    prepare,
  );
  if (rows.length === 0) return false;
  await askRun(tx, job, run, { now: run.startedAt });
  return true;
};

/** The steps of a version, and its name. */
export type Version = Steps & { name: string };

export const findVersion = async (
  sql: Sql,
  { projectId, workflowId, version }: Pick<Run, 'projectId' | 'workflowId' | 'version'>,
): Promise<Version | undefined> => {
  const [found] = await sql.query<Version>(
    'SELECT name, start, steps FROM workflow_version WHERE project_id = $1 AND workflow_id = $2 AND version = $3',
    [projectId, workflowId, version],
    prepare,
  );
  return found;
};

export const findRun = async (sql: Sql, projectId: string, id: string): Promise<Run | undefined> =>
  (await sql.query<Run>(`${SELECT} AND r.id = $2`, [projectId, id], prepare))[0];

export const lockRun = async (tx: Sql, projectId: string, id: string): Promise<Run | undefined> =>
  (await tx.query<Run>(`${SELECT} AND r.id = $2 FOR UPDATE`, [projectId, id], prepare))[0];

/** The run that a request started; undefined when it started none. */
export const findStarted = async (sql: Sql, projectId: string, key: string): Promise<Run | undefined> =>
  (await sql.query<Run>(`${SELECT} AND r.request_key = $2`, [projectId, key], prepare))[0];

/** The active run of a conversation, locked until the transaction ends. */
export const lockActive = async (
  tx: Sql,
  projectId: string,
  conversationId: string,
): Promise<Run | undefined> =>
  (
    await tx.query<Run>(
      `${SELECT} AND r.conversation_id = $2 AND r.status IN ('running', 'waiting') FOR UPDATE`,
      [projectId, conversationId],
      prepare,
    )
  )[0];

/** Statement of the active, else the latest run of a conversation. */
export const LATEST = `${SELECT} AND r.conversation_id = $2 ORDER BY r.started_at DESC, r.id DESC LIMIT 1`;

/** The active, else the latest run of a conversation: a new one cancels the one before. */
export const findLatest = async (
  sql: Sql,
  projectId: string,
  conversationId: string,
): Promise<Run | undefined> => (await sql.query<Run>(LATEST, [projectId, conversationId], prepare))[0];

/**
 * Statement that claims a due run: other processes can no longer write it. Processes of former releases leave it alone until `$4`.
 */
export const TAKE = `
UPDATE workflow_run r SET due_at = $4, claim = r.claim + 1
 WHERE r.project_id = $1 AND r.id = $2 AND r.due_at IS NOT NULL AND (r.status <> 'waiting' OR r.due_at <= $3) RETURNING ${runColumns}`;

/** Takes on a run that is due. Answers when it is due where it is not yet, and nothing where it is not at all. */
export const takeRun = async (
  sql: Sql,
  projectId: string,
  id: string,
  now: Date,
): Promise<{ run: Run } | { goOnAt: Date } | undefined> => {
  const until = new Date(now.getTime() + LEASE_MS);
  const [run] = await sql.query<Run>(TAKE, [projectId, id, now, until], prepare);
  if (run) return { run };
  const later = await findRun(sql, projectId, id);
  return later?.dueAt ? { goOnAt: later.dueAt } : undefined;
};

/**
 * Runs of a conversation that ended before a new run began, with a ticket that may not show it yet. Their later ends find the new
 * run and show no end.
 */
export const findUnshown = (
  sql: Sql,
  { projectId, conversationId, startedAt }: Pick<Run, 'projectId' | 'conversationId' | 'startedAt'>,
): Promise<Run[]> =>
  sql.query<Run>(
    `${SELECT} AND r.conversation_id = $2 AND r.status NOT IN ('running', 'waiting') AND r.due_at IS NOT NULL
       AND r.pending ->> 'kind' IS DISTINCT FROM 'end' AND NOT (r.status = 'cancelled' AND r.ended_at = $3)`,
    [projectId, conversationId, startedAt],
    prepare,
  );

/** A step that a run took, for its trail. */
export interface Taken {
  number: number;
  step: string;
  error?: string | undefined;
}

const MOVE = `
UPDATE workflow_run r SET conversation_id = $4, status = $5, waits_for = $6, current_step = $7, taken = $8, entered = $9, answer = $10,
       pending = $11, due_at = $12, error = $13, ended_at = $14
 WHERE r.project_id = $1 AND r.id = $2 AND r.claim = $3 RETURNING r.id`;

const movedTo = (run: Run): unknown[] => [
  run.projectId,
  run.id,
  run.claim,
  run.conversationId,
  run.status,
  run.waitsFor,
  run.currentStep,
  run.taken,
  JSON.stringify(run.entered),
  json(run.answer),
  json(run.pending),
  run.dueAt,
  run.error,
  run.endedAt,
];

/** Writes a claimed run; false when another process claimed, answered or cancelled it since. */
export const writeRun = async (tx: Sql, run: Run): Promise<boolean> =>
  (await tx.query(MOVE, movedTo(run), prepare)).length > 0;

const MOVE_AND_TRAIL = `
WITH moved AS (${MOVE}), trail AS (
  INSERT INTO run_step (project_id, run_id, number, step, error, at)
  SELECT $1, moved.id, t.number, t.step, t.error, $18
    FROM moved, unnest($15::integer[], $16::text[], $17::text[]) AS t (number, step, error)
) SELECT id FROM moved`;

/** As `writeRun`, with the steps that the run took, for its trail: all of it or nothing. */
export const moveRun = async (
  sql: Sql,
  run: Run,
  taken: readonly Taken[] | undefined,
  at: Date,
): Promise<boolean> => {
  if (!taken || taken.length === 0) return writeRun(sql, run);
  const trail = [
    taken.map(({ number }) => number),
    taken.map(({ step }) => step),
    taken.map(({ error }) => error ?? null),
    at,
  ];
  return (await sql.query(MOVE_AND_TRAIL, [...movedTo(run), ...trail], prepare)).length > 0;
};

/** Continues a locked run after its wait: the process that drove it before can write nothing any more. */
export const resumeRun = async (tx: Sql, run: Run, pending: Run['pending'], now: Date): Promise<Run> => {
  const after: Run = {
    ...run,
    status: 'running',
    waitsFor: null,
    pending,
    claim: run.claim + 1,
    dueAt: new Date(now.getTime() + LEASE_MS),
  };
  await tx.query(
    'UPDATE workflow_run SET claim = $3 WHERE project_id = $1 AND id = $2',
    [after.projectId, after.id, after.claim],
    prepare,
  );
  await writeRun(tx, after);
  await askRun(tx, askedJob, after, { now });
  return after;
};

/** Notes which request answered the step that a run waits in. */
export const noteAnswer = async (tx: Sql, run: Run, key: string | undefined): Promise<void> => {
  if (key === undefined) return;
  await tx.query(
    'UPDATE run_step SET answer_key = $4 WHERE project_id = $1 AND run_id = $2 AND number = $3',
    [run.projectId, run.id, run.taken, key],
    prepare,
  );
};

/** Whether a request answered a step before. */
export const wasAnswered = async (sql: Sql, projectId: string, key: string): Promise<boolean> => {
  const text = 'SELECT 1 FROM run_step WHERE project_id = $1 AND answer_key = $2';
  return (await sql.query(text, [projectId, key], prepare)).length > 0;
};

/** Locks the starts of a conversation until the transaction ends. */
export const holdConversation = async (tx: Sql, projectId: string, conversationId: string): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `runs of ${projectId} ${conversationId}`,
  ]);
};

/** Whether a contact has an active run of a workflow. */
export const hasActiveRun = async (
  tx: Sql,
  { projectId, id }: Pick<Workflow, 'projectId' | 'id'>,
  contactId: string,
): Promise<boolean> => {
  const rows = await tx.query(
    `SELECT 1 FROM workflow_run WHERE project_id = $1 AND contact_id = $2 AND workflow_id = $3
        AND status IN ('running', 'waiting') LIMIT 1`,
    [projectId, contactId, id],
    prepare,
  );
  return rows.length > 0;
};
