import { newId, type Sql } from '@parley/persistence';
import { type CaseContent } from './case';
import { type InDataset } from './case.store';
import { type CaseResult } from './score-case';
import { type RunScores } from './score-run';

const prepare = { prepare: true };

/** A run. */
export interface RunRow extends InDataset {
  id: string;
  name: string | null;
  status: 'queued' | 'running' | 'done' | 'failed';
  total: number;
  completed: number;
  mode: string | null;
  embeddingModel: string | null;
  scores: RunScores | null;
  previousRun: string | null;
  regressions: string[] | null;
  improvements: string[] | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const SELECT = `SELECT project_id AS "projectId", dataset_id AS "datasetId", id, name, status, total, completed, mode,
    embedding_model AS "embeddingModel", scores, previous_run AS "previousRun", regressions, improvements,
    started_at AS "startedAt", finished_at AS "finishedAt"
  FROM eval_run WHERE project_id = $1 AND dataset_id = $2`;

export const findRun = async (
  sql: Sql,
  { projectId, datasetId }: InDataset,
  id: string,
): Promise<RunRow | undefined> =>
  (await sql.query<RunRow>(`${SELECT} AND id = $3`, [projectId, datasetId, id], prepare))[0];

/** The newest first. */
export const listRunRows = (
  sql: Sql,
  { projectId, datasetId }: InDataset,
  { skip, limit }: { skip: number; limit: number },
): Promise<RunRow[]> =>
  sql.query<RunRow>(
    `${SELECT} ORDER BY id DESC LIMIT $3 OFFSET $4`,
    [projectId, datasetId, limit, skip],
    prepare,
  );

/** Whether a run of a dataset has not ended. */
export const hasOpenRun = async (sql: Sql, { projectId, datasetId }: InDataset): Promise<boolean> => {
  const text = `SELECT FROM eval_run WHERE project_id = $1 AND dataset_id = $2 AND finished_at IS NULL LIMIT 1`;
  return (await sql.query(text, [projectId, datasetId], prepare)).length > 0;
};

const SNAPSHOT = `INSERT INTO eval_result (project_id, dataset_id, run_id, position, case_id, asked)
  SELECT project_id, dataset_id, $3, row_number() OVER (ORDER BY id), id, json_build_object('question', question,
      'lang', lang, 'internally', internally, 'scope', scope, 'expectedFacts', expected_facts,
      'forbiddenFacts', forbidden_facts, 'expectedSources', expected_sources, 'expectAnswer', expect_answer)
    FROM eval_case WHERE project_id = $1 AND dataset_id = $2`;

/** Stores a run with the cases of its dataset as they are now. */
export const insertRun = async (
  tx: Sql,
  { projectId, datasetId, id, name, total }: RunRow,
  now: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO eval_run (project_id, dataset_id, id, name, status, total, completed, created_at, attempts, due_at)
     VALUES ($1, $2, $3, $4, 'queued', $5, 0, $6, 0, $6)`,
    [projectId, datasetId, id, name, total, now],
    prepare,
  );
  await tx.query(SNAPSHOT, [projectId, datasetId, id], prepare);
};

export const deleteRunRow = async (
  tx: Sql,
  { projectId, datasetId }: InDataset,
  id: string,
): Promise<boolean> => {
  const text = 'DELETE FROM eval_run WHERE project_id = $1 AND dataset_id = $2 AND id = $3 RETURNING id';
  return (await tx.query(text, [projectId, datasetId, id], prepare)).length > 0;
};

/** A case of a run. */
export interface ResultRow {
  position: number;
  caseId: string;
  asked: CaseContent;
  result: CaseResult | null;
}

const RESULTS = `SELECT position, case_id AS "caseId", asked, result FROM eval_result
  WHERE project_id = $1 AND dataset_id = $2 AND run_id = $3`;

/** What became of the cases of a run that were asked, in their order. */
export const listResultRows = (
  sql: Sql,
  { projectId, datasetId }: InDataset,
  runId: string,
  { passed, skip, limit }: { passed: boolean | undefined; skip: number; limit: number },
): Promise<ResultRow[]> =>
  sql.query<ResultRow>(
    `${RESULTS} AND passed IS NOT NULL AND ($4::boolean IS NULL OR passed = $4) ORDER BY position LIMIT $5 OFFSET $6`,
    [projectId, datasetId, runId, passed ?? null, limit, skip],
    prepare,
  );

/** Whether a run is due. */
export const RUN_DUE = { at: '(SELECT min(due_at) FROM eval_run)' };

/** A run that this process works on. */
export interface HeldRun extends InDataset {
  id: string;
  lease: string;
  attempts: number;
}

const CLAIM = `WITH due AS (
    SELECT project_id, dataset_id, id, lease IS NOT NULL AS abandoned FROM eval_run
     WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  UPDATE eval_run r SET status = 'running', lease = $2, due_at = $3, started_at = coalesce(r.started_at, $1),
         attempts = r.attempts + due.abandoned::int
    FROM due WHERE r.project_id = due.project_id AND r.dataset_id = due.dataset_id AND r.id = due.id
  RETURNING r.project_id AS "projectId", r.dataset_id AS "datasetId", r.id, r.lease, r.attempts`;

/** Takes the run that is due longest until `until`; undefined when none is. */
export const claimRun = async (sql: Sql, now: Date, until: Date): Promise<HeldRun | undefined> =>
  (await sql.query<HeldRun>(CLAIM, [now, newId(), until], prepare))[0];

const HELD = 'project_id = $1 AND dataset_id = $2 AND id = $3 AND lease = $4';
const keys = ({ projectId, datasetId, id, lease }: HeldRun): string[] => [projectId, datasetId, id, lease];

/** Keeps a run for longer; false when this process does not hold it any more. */
export const extendRun = async (sql: Sql, held: HeldRun, until: Date): Promise<boolean> =>
  (
    await sql.query(
      `UPDATE eval_run SET due_at = $5 WHERE ${HELD} RETURNING id`,
      [...keys(held), until],
      prepare,
    )
  ).length > 0;

/** Gives a held run back, to be taken up again at a time. */
export const releaseRun = async (
  sql: Sql,
  held: HeldRun,
  { dueAt, failed }: { dueAt: Date; failed: boolean },
): Promise<void> => {
  const text = `UPDATE eval_run SET lease = NULL, due_at = $5, attempts = attempts + $6::int WHERE ${HELD}`;
  await sql.query(text, [...keys(held), dueAt, failed ? 1 : 0], prepare);
};

/** The cases of a run that were not asked yet, at most so many, in their order. */
export const waitingCases = (
  sql: Sql,
  { projectId, datasetId, id }: HeldRun,
  limit: number,
): Promise<ResultRow[]> =>
  sql.query<ResultRow>(
    `${RESULTS} AND passed IS NULL ORDER BY position LIMIT $4`,
    [projectId, datasetId, id, limit],
    prepare,
  );

const NOTE = `WITH held AS (
    UPDATE eval_run SET completed = completed + 1, mode = coalesce($7, mode), embedding_model = $8, attempts = 0
     WHERE ${HELD} RETURNING project_id, dataset_id, id
  )
  UPDATE eval_result e SET result = $6, passed = $9 FROM held h
   WHERE e.project_id = h.project_id AND e.dataset_id = h.dataset_id AND e.run_id = h.id AND e.position = $5
     AND e.passed IS NULL
  RETURNING e.position`;

/** Notes what became of a case; false when the run is not held any more. */
export const noteResult = async (
  tx: Sql,
  held: HeldRun,
  { position, result, embeddingModel }: { position: number; result: CaseResult; embeddingModel: string },
): Promise<boolean> => {
  const values = [position, JSON.stringify(result), result.mode ?? null, embeddingModel, result.passed];
  return (await tx.query(NOTE, [...keys(held), ...values], prepare)).length > 0;
};

const PREVIOUS = `SELECT id FROM eval_run WHERE project_id = $1 AND dataset_id = $2 AND id < $3 AND status = 'done'
  ORDER BY id DESC LIMIT 1`;

/** The run before this one that was done. */
export const previousRunOf = async (
  sql: Sql,
  { projectId, datasetId, id }: HeldRun,
): Promise<string | undefined> =>
  (await sql.query<{ id: string }>(PREVIOUS, [projectId, datasetId, id], prepare))[0]?.id;

/** What ends a run. */
export interface RunEnd {
  status: 'done' | 'failed';
  scores: RunScores;
  previousRun: string | undefined;
  regressions: string[];
  improvements: string[];
  now: Date;
}

/** Ends a held run. */
export const endRun = async (tx: Sql, held: HeldRun, end: RunEnd): Promise<void> => {
  await tx.query(
    `UPDATE eval_run SET status = $5, scores = $6, previous_run = $7, regressions = $8, improvements = $9,
       finished_at = $10, lease = NULL, due_at = NULL WHERE ${HELD}`,
    [
      ...keys(held),
      end.status,
      JSON.stringify(end.scores),
      end.previousRun ?? null,
      end.regressions,
      end.improvements,
      end.now,
    ],
    prepare,
  );
};
