import type { Page, SortFields, Sql } from '@parley/persistence';
import type { CaseContent } from './case';
import type { InDataset } from './case.store';
import type { CaseResult } from './score-case';
import type { RunScores } from './score-run';

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

const last = (sql: string): { sql: string; nullsLast: true } => ({ sql, nullsLast: true });

/** What lists of runs are sorted by. */
export const runSortable: SortFields = {
  id: 'id',
  name: last('name'),
  status: 'status',
  total: 'total',
  completed: 'completed',
  mode: last('mode'),
  embeddingModel: last('embedding_model'),
  previousRun: last('previous_run'),
  startedAt: last('started_at'),
  finishedAt: last('finished_at'),
  createdAt: 'id',
};

export const listRunRows = (
  sql: Sql,
  { projectId, datasetId }: InDataset,
  { skip, limit, orderBy }: Page & { orderBy: string },
): Promise<RunRow[]> =>
  sql.query<RunRow>(`${SELECT} ORDER BY ${orderBy} LIMIT $3 OFFSET $4`, [projectId, datasetId, limit, skip]);

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
    `INSERT INTO eval_run (project_id, dataset_id, id, name, status, total, completed, created_at, attempts)
     VALUES ($1, $2, $3, $4, 'queued', $5, 0, $6, 0)`,
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

/** A run that a process works on. */
export interface HeldRun extends InDataset {
  id: string;
}

const OPEN = 'project_id = $1 AND dataset_id = $2 AND id = $3 AND finished_at IS NULL';
const keys = ({ projectId, datasetId, id }: HeldRun): string[] => [projectId, datasetId, id];

/** Notes that a run is worked on; false when it is gone or has ended. */
export const beginRun = async (sql: Sql, run: HeldRun, now: Date): Promise<boolean> => {
  const text = `UPDATE eval_run SET status = 'running', started_at = coalesce(started_at, $4) WHERE ${OPEN} RETURNING id`;
  return (await sql.query(text, [...keys(run), now], prepare)).length > 0;
};

/** Locks a run until the transaction ends; false when it is gone or has ended. */
export const lockRun = async (tx: Sql, run: HeldRun): Promise<boolean> =>
  (await tx.query(`SELECT FROM eval_run WHERE ${OPEN} FOR UPDATE`, keys(run), prepare)).length > 0;

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

const NOTE = `WITH noted AS (
    UPDATE eval_result SET result = $5, passed = $8
     WHERE project_id = $1 AND dataset_id = $2 AND run_id = $3 AND position = $4 AND passed IS NULL RETURNING position
  )
  UPDATE eval_run SET completed = completed + 1, mode = coalesce($6, mode), embedding_model = $7
   WHERE ${OPEN} AND EXISTS (SELECT FROM noted) RETURNING id`;

/** Notes what became of a case; false when that is noted already, or the run is gone or has ended: then nothing may be committed. */
export const noteResult = async (
  tx: Sql,
  run: HeldRun,
  { position, result, embeddingModel }: { position: number; result: CaseResult; embeddingModel: string },
): Promise<boolean> => {
  const values = [position, JSON.stringify(result), result.mode ?? null, embeddingModel, result.passed];
  return (await tx.query(NOTE, [...keys(run), ...values], prepare)).length > 0;
};

const PREVIOUS = `SELECT id FROM eval_run WHERE project_id = $1 AND dataset_id = $2 AND id < $3 AND status = 'done'
  ORDER BY id DESC LIMIT 1`;

/** The run before this one that was done. */
export const findPreviousRun = async (
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

/** Ends a run. */
export const endRun = async (tx: Sql, run: HeldRun, end: RunEnd): Promise<void> => {
  await tx.query(
    `UPDATE eval_run SET status = $4, scores = $5, previous_run = $6, regressions = $7, improvements = $8, finished_at = $9
      WHERE ${OPEN}`,
    [
      ...keys(run),
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
