import { DomainError } from '@parley/errors';
import { systemContext } from '@parley/rpc';
import { type EvalDeps } from './deps';
import {
  claimRun,
  endRun,
  extendRun,
  type HeldRun,
  listResultRows,
  noteResult,
  previousRunOf,
  releaseRun,
  type ResultRow,
  waitingCases,
} from './run.store';
import { type CaseResult, failedCase, scoreCase } from './score-case';
import { compareRuns, type Judged, scoreRun } from './score-run';
import { MAX_CASES } from './cases';

/** Whether there is something to do. */
export { RUN_DUE } from './run.store';

/** Milliseconds that a run belongs to a process which does not report. */
const LEASE_MS = 15_000;
/** Milliseconds between two reports, which also tell that a run was deleted. */
const REPORT_MS = 1_000;
/** Cases that are asked at a time. */
const PARALLEL = 2;
/** Results that are looked at for a case. */
const FOUND = 5;
/** Failures of ours in a row after which a run is given up. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 2_000;

/** The run went to another process, or is gone. */
class RunLostError extends Error {}

const codeOf = (error: DomainError): string => error.reason.toLowerCase();

/** Asks a case as people ask. What refuses or fails an answer is the result; what is no answer's fault is thrown. */
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
    return failedCase(asked, codeOf(error), took());
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
      throw new RunLostError();
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

/** Scores a run whose cases were all asked, and ends it. */
const finish = async (deps: EvalDeps, held: HeldRun): Promise<void> => {
  const now = deps.clock();
  await deps.db.transaction(async (tx) => {
    if (!(await extendRun(tx, held, new Date(now.getTime() + LEASE_MS)))) throw new RunLostError();
    const rows = await listResultRows(tx, held, held.id, allResults);
    const judged = rows.flatMap(({ caseId, asked, result }): Judged[] =>
      result ? [{ caseId, asked, result }] : [],
    );
    const previousRun = await previousRunOf(tx, held);
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

const work = async (deps: EvalDeps, held: HeldRun, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const rows = await waitingCases(deps.db, held, PARALLEL);
    if (rows.length === 0) return finish(deps, held);
    const settled = await Promise.allSettled(rows.map((row) => workCase(deps, held, row, signal)));
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
  }
};

/**
 * Works on the run that is due longest until its end. Answers whether there was one. A run of which a process went away is
 * due again when its lease ends, and goes on with the cases that were not asked.
 */
export const workRun = async (deps: EvalDeps, stopping: AbortSignal): Promise<boolean> => {
  const leaseEnd = (): Date => new Date(deps.clock().getTime() + LEASE_MS);
  const held = await claimRun(deps.db, deps.clock(), leaseEnd());
  if (!held) return false;
  const lost = new AbortController();
  const report = setInterval(() => {
    extendRun(deps.db, held, leaseEnd()).then(
      (isHeld) => {
        if (!isHeld) lost.abort(new RunLostError());
      },
      (error: unknown) => deps.log.warn({ err: error, run: held.id }, 'The lease of a run was not extended'),
    );
  }, REPORT_MS);
  try {
    if (held.attempts >= MAX_ATTEMPTS) await finish(deps, held);
    else await work(deps, held, AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    if (error instanceof RunLostError || lost.signal.aborted) return true;
    const now = deps.clock();
    if (!stopping.aborted) deps.log.error({ err: error, run: held.id }, 'A run failed');
    await releaseRun(deps.db, held, {
      dueAt: stopping.aborted ? now : new Date(now.getTime() + RETRY_MS * (held.attempts + 1)),
      failed: !stopping.aborted,
    });
  } finally {
    clearInterval(report);
  }
  return true;
};
