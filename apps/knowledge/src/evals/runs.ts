import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { conflict, notFound } from '@parley/errors';
import { addJob } from '@parley/jobs';
import { compileSort, newId, runTransaction } from '@parley/persistence';
import type { EvalResult, EvalRun } from '@parley/proto/generated/parley/knowledge/v1/eval_dataset';
import type {
  CreateRunRequest,
  CreateRunResponse,
  DeleteRunRequest,
  DeleteRunResponse,
  GetRunRequest,
  GetRunResponse,
  ListRunResultsRequest,
  ListRunResultsResponse,
  ListRunsRequest,
  ListRunsResponse,
} from '@parley/proto/generated/parley/knowledge/v1/eval_runs_service';
import type { CallContext, Partially } from '@parley/rpc';
import { lockDataset } from './dataset.store';
import { requireDataset } from './datasets';
import type { EvalDeps } from './deps';
import {
  deleteRunRow,
  findRun,
  hasOpenRun,
  insertRun,
  listResultRows,
  listRunRows,
  type ResultRow,
  type RunRow,
  runSortable,
} from './run.store';
import { runJob } from './work-run';

const present = (row: RunRow): Partially<EvalRun> => ({
  id: row.id,
  _id: row.id,
  dataset: row.datasetId,
  ...(row.name !== null && { name: row.name }),
  status: row.status,
  total: row.total,
  completed: row.completed,
  ...(row.mode !== null && { mode: row.mode }),
  ...(row.embeddingModel !== null && { embeddingModel: row.embeddingModel }),
  ...(row.scores && { scores: { ...row.scores } }),
  ...(row.previousRun !== null && { previousRun: row.previousRun }),
  regressions: row.regressions ?? [],
  improvements: row.improvements ?? [],
  ...(row.startedAt && { startedAt: row.startedAt.toISOString() }),
  ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
});

const presentResult = ({ caseId, asked, result }: ResultRow): Partially<EvalResult>[] =>
  result
    ? [
        {
          caseId,
          question: asked.question,
          answer: result.answer,
          grounded: result.grounded,
          sources: result.sources,
          passed: result.passed,
          factsFound: result.factsFound,
          factsMissing: result.factsMissing,
          forbiddenFound: result.forbiddenFound,
          sourcesFound: result.sourcesFound,
          sourcesMissing: result.sourcesMissing,
          ...(result.rank !== undefined && { rank: result.rank }),
          ...(result.error !== undefined && { error: result.error }),
          latencyMs: result.latencyMs,
        },
      ]
    : [];

/** Starts a run of the cases as they are now. 409 `dataset_empty`, `run_in_progress`. */
export const createRun = async (
  deps: EvalDeps,
  { datasetId, name }: CreateRunRequest,
  context: OnceContext<CreateRunResponse>,
): Promise<Partially<CreateRunResponse>> => {
  const { projectId } = projectScope(context.scope);
  const now = deps.clock();
  return runTransaction(deps.db, async (tx) => {
    const dataset = await lockDataset(tx, projectId, datasetId);
    if (!dataset) throw notFound('dataset');
    if (dataset.caseCount === 0) throw conflict('DATASET_EMPTY');
    if (await hasOpenRun(tx, { projectId, datasetId })) throw conflict('RUN_IN_PROGRESS');
    const run: RunRow = {
      projectId,
      datasetId,
      id: newId(now.getTime()),
      name: name ?? null,
      status: 'queued',
      total: dataset.caseCount,
      completed: 0,
      mode: null,
      embeddingModel: null,
      scores: null,
      previousRun: null,
      regressions: null,
      improvements: null,
      startedAt: null,
      finishedAt: null,
    };
    await insertRun(tx, run, now);
    const answer = { run: present(run) };
    await context.record(tx, answer);
    await addJob(tx, runJob, { datasetId }, { projectId, key: run.id, now });
    return answer;
  });
};

type ReadDeps = Pick<EvalDeps, 'db'>;

/** A run of a dataset of the caller's project. 404 `dataset_not_found`, `run_not_found`. */
const requireRun = async (
  deps: ReadDeps,
  { datasetId, runId }: GetRunRequest,
  context: CallContext,
): Promise<RunRow> => {
  const { projectId } = await requireDataset(deps, datasetId, context);
  const found = await findRun(deps.db, { projectId, datasetId }, runId);
  if (!found) throw notFound('run');
  return found;
};

/** The runs of a dataset, the newest first unless asked for another order. */
export const answerRuns = async (
  deps: ReadDeps,
  { datasetId, skip, limit, sort }: ListRunsRequest,
  context: CallContext,
): Promise<Partially<ListRunsResponse>> => {
  const page = { skip, limit, orderBy: compileSort(sort, runSortable, '-createdAt') };
  const { projectId } = await requireDataset(deps, datasetId, context);
  return { runs: (await listRunRows(deps.db, { projectId, datasetId }, page)).map(present) };
};

export const answerRun = async (
  deps: ReadDeps,
  request: GetRunRequest,
  context: CallContext,
): Promise<Partially<GetRunResponse>> => ({ run: present(await requireRun(deps, request, context)) });

/** Deletes a run; a process that works on it stops at its next check. */
export const deleteRun = async (
  deps: ReadDeps,
  { datasetId, runId }: DeleteRunRequest,
  context: CallContext,
): Promise<Partially<DeleteRunResponse>> => {
  const found = await requireRun(deps, { datasetId, runId }, context);
  if (!(await deleteRunRow(deps.db, found, runId))) throw notFound('run');
  return { run: present(found) };
};

/** What became of the cases of a run, in their order. */
export const answerResults = async (
  deps: ReadDeps,
  { datasetId, runId, passed, skip, limit }: ListRunResultsRequest,
  context: CallContext,
): Promise<Partially<ListRunResultsResponse>> => {
  const run = await requireRun(deps, { datasetId, runId }, context);
  const rows = await listResultRows(deps.db, run, runId, { passed, skip, limit });
  return { results: rows.flatMap(presentResult) };
};
