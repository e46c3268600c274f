import { DomainError } from '@parley/errors';
import { defineJob, type Doer, JobLost, type Task } from '@parley/jobs';
import { systemContext } from '@parley/rpc';
import type { EvalDeps } from './deps';
import {
  beginRun,
  endRun,
  type HeldRun,
  listResultRows,
  lockRun,
  noteResult,
  findPreviousRun,
  type ResultRow,
  waitingCases,
} from './run.store';
import { type CaseResult, failedCase, scoreCase } from './score-case';
import { compareRuns, type Judged, scoreRun } from './score-run';
import { MAX_CASES } from './cases';

/** Asks the cases of a run, the job's key. */
export const runJob = defineJob<{ datasetId: string }>({
  name: 'evaluation',
  concurrency: 2,
  attempts: 5,
  backoff: (attempts) => attempts * 2_000,
});

/** Cases that are asked at a time. */
const PARALLEL = 2;
/** Results that are looked at for a case. */
const FOUND = 5;

const toCode = (error: DomainError): string => error.reason.toLowerCase();

/** Asks a case like a person. A refusal or failure of the answer is a result; other errors are thrown. */
const askCase = async (
  { asking }: Pick<EvalDeps, 'asking'>,
  { projectId, id }: HeldRun,
  { asked }: ResultRow,
  signal: AbortSignal,
): Promise<CaseResult> => {
  const begun = performance.now();
  const took = (): number => Math.round(performance.now() - begun);
  try {
    const context = systemContext('evaluation', { projectId, requestId: `run-${id}` });
    const { lang, internally, scope } = asked;
    const sent = { lang: lang ?? undefined, internally, ...(scope && { scope: { ...scope } }) };
    const options = { ...(await asking.read(projectId, sent, context)), signal };
    const answer = await asking.ask(asked.question, options);
    const latencyMs = took();
    const found = await asking.search(asked.question, { ...options, limit: FOUND });
    return scoreCase(asked, { answer, found: found.map(({ sourceId }) => sourceId), latencyMs });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DomainError)) throw error;
    return failedCase(asked, toCode(error), took());
  }
};

const workCase = async (
  deps: EvalDeps,
  held: HeldRun,
  row: ResultRow,
  signal: AbortSignal,
): Promise<void> => {
  const result = await askCase(deps, held, row, signal);
  await deps.db.transaction(async (tx) => {
    const { embeddingModel } = deps.asking;
    if (!(await noteResult(tx, held, { position: row.position, result, embeddingModel })))
      throw new JobLost();
    if (result.error !== undefined) return;
    await deps.events.append(tx, [
      {
        subject: 'knowledge.v1.question.asked',
        projectId: held.projectId,
        aggregateId: held.projectId,
        payload: {
          grounded: result.grounded,
          surface: 'evaluation',
          sources: result.sources.map(({ sourceId }) => sourceId),
        },
      },
    ]);
  });
  deps.events.wake();
};

const allResults = { passed: undefined, skip: 0, limit: MAX_CASES };

/** Scores a completed run, and ends it. */
const finish = async (deps: EvalDeps, held: HeldRun): Promise<void> => {
  const now = deps.clock();
  await deps.db.transaction(async (tx) => {
    if (!(await lockRun(tx, held))) return;
    const rows = await listResultRows(tx, held, held.id, allResults);
    const judged = rows.flatMap(({ caseId, asked, result }): Judged[] =>
      result ? [{ caseId, asked, result }] : [],
    );
    const previousRun = await findPreviousRun(tx, held);
    const before = previousRun === undefined ? [] : await listResultRows(tx, held, previousRun, allResults);
    const compared = compareRuns(
      new Map(before.map(({ caseId, result }) => [caseId, result?.passed ?? false])),
      judged.map(({ caseId, result }) => ({ caseId, passed: result.passed })),
    );
    const isAnyAsked = judged.some(({ result }) => result.error === undefined);
    await endRun(tx, held, {
      status: isAnyAsked ? 'done' : 'failed',
      scores: scoreRun(judged),
      previousRun,
      ...compared,
      now,
    });
  });
};

const work = async (deps: EvalDeps, held: HeldRun, task: Task): Promise<void> => {
  const { signal } = task;
  // After a failure or a death one case at a time, so that the others do not hide which one it is.
  let parallel = task.attempt > 1 ? 1 : PARALLEL;
  for (;;) {
    signal.throwIfAborted();
    const rows = await waitingCases(deps.db, held, parallel);
    if (rows.length === 0) return finish(deps, held);
    const settled = await Promise.allSettled(rows.map((row) => workCase(deps, held, row, signal)));
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
    if (parallel < PARALLEL) await task.advance(deps.db);
    parallel = PARALLEL;
  }
};

/** Works on runs: continues with the open cases. A run that is given up is scored by its completed ones. */
export const createRunWorker = (deps: EvalDeps): Doer<{ datasetId: string }> => ({
  handle: async ({ datasetId }, task) => {
    const held: HeldRun = { projectId: task.projectId, datasetId, id: task.key };
    if (await beginRun(deps.db, held, deps.clock())) await work(deps, held, task);
  },
  giveUp: ({ datasetId }, _error, { projectId, key: id }) => finish(deps, { projectId, datasetId, id }),
});
