import { createLocalCache } from '@parley/cache';
import { runTransaction } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { engage } from '../agents/engagement.store';
import { type Deps } from '../deps';
import { gone } from '../gone';
import { type Crew, createCrew } from '../jobs/crew';
import { appendBehind } from '../streams/held.store';
import { expireCall, insertCall } from '../tools/tool-call.store';
import { dropEnds } from './drop-ends';
import { isLasting } from './effects';
import { isEnded, LEASE_MS, type Run } from './run';
import { claimRuns, findLatest, findVersion, moveRun, type Version } from './run.store';
import { settle } from './settle';
import { tell, tellingEndLater, toldOf } from './tell';
import { awake, failed, type Transition, transitionOf } from './transition';

export { nextDue, RUNS_SOON } from './run.store';

/** Runs that one process drives at a time: others ask the owners of effects too. */
const AT_A_TIME = 4;
/** Runs that are taken on together. */
const TOGETHER = 16;
/** Steps of a run after which others have their turn. */
const IN_A_ROW = 25;
/** Milliseconds that whoever asked waits for a run at most. */
const PATIENCE_MS = 2_000;
/** Milliseconds between two looks at a run that somebody else drives. */
const LOOK_MS = 25;

const versions = createLocalCache<Version>({ max: 200, ttlMs: 600_000 });

const versionOf = ({ db }: Pick<Deps, 'db'>, run: Run): Promise<Version> =>
  versions.getOrLoad(`${run.projectId} ${run.workflowId} ${run.version}`, async () => {
    const found = await findVersion(db, run);
    if (!found) throw new Error(`Version ${run.version} of the workflow ${run.workflowId} is gone`);
    return found;
  });

/** Writes a transition, all of it or nothing; false when somebody else has the run since. */
const write = async (
  { db, clock, broadcast, wakeRuns }: Pick<Deps, 'db' | 'clock' | 'broadcast' | 'wakeRuns'>,
  transition: Transition,
): Promise<boolean> => {
  const { after, taken, toolCall, expired, engages, said } = transition;
  const { projectId, contactId, conversationId } = after;
  const at = clock();
  const telling = toldOf(transition, at);
  // What most transitions write is one statement.
  if (telling.length === 0 && !toolCall && expired === undefined && !engages)
    return moveRun(db, after, taken, at);
  const told = await runTransaction(db, async (tx) => {
    // Before the run: whoever deletes the contact takes its lock first, too.
    await gone.hold(tx, [{ projectId, id: contactId }]);
    if (!(await moveRun(tx, after, taken, at))) return undefined;
    if (toolCall) await insertCall(tx, after, toolCall);
    if (expired !== undefined) await expireCall(tx, projectId, expired);
    if (engages) await engage(tx, after, engages.agentId, at);
    return conversationId === null
      ? []
      : appendBehind(tx, { projectId, contactId, conversationId, after: said }, telling);
  });
  tell({ broadcast }, after, told ?? []);
  if (told !== undefined && after.status === 'waiting' && after.dueAt) wakeRuns(after.dueAt);
  return told !== undefined;
};

/** What an error of an owner of effects makes of a run; thrown on when it may pass. */
const afterError = (error: unknown, run: Run, now: Date): Transition => {
  if (!isLasting(error)) throw error;
  return failed(run, error.reason.toLowerCase(), now);
};

const isDue = ({ dueAt }: Run, now: Date): boolean =>
  dueAt !== null && dueAt.getTime() <= now.getTime() + LEASE_MS;

/** Drives a run that was taken on until it waits, is over, or others shall have their turn. */
const drive = async (deps: Deps, claimed: Run): Promise<void> => {
  const version = await versionOf(deps, claimed);
  let run = awake(claimed, version, deps.clock());
  if (run.taken === 0 && !isEnded(run)) await dropEnds(deps, run);
  for (let count = 0; ;) {
    if (isEnded(run)) return settle(deps, run, version);
    const made = await transitionOf(deps, run, version).catch((error: unknown) =>
      afterError(error, run, deps.clock()),
    );
    const now = deps.clock();
    const transition = tellingEndLater(made, now);
    const { after, taken = [] } = transition;
    count += Math.max(1, taken.length);
    const goesOn = after.status === 'running' || (isEnded(after) && after.dueAt !== null);
    if (goesOn) after.dueAt = count < IN_A_ROW ? new Date(now.getTime() + LEASE_MS) : now;
    if (!(await write(deps, transition))) return;
    if (goesOn && count >= IN_A_ROW) deps.wakeRuns();
    if (!goesOn || count >= IN_A_ROW || !isDue(after, now)) return;
    run = after;
  }
};

/** Drives a run; one that fails is due again when its lease is over. */
export const driveSafely = (deps: Deps, run: Run): Promise<void> =>
  drive(deps, run).catch((error: unknown) =>
    deps.log.warn({ err: error, run: run.id }, 'A run goes on later'),
  );

/** Drives runs that are due. */
export const createDriver = (deps: Deps): Crew =>
  createCrew({
    atATime: AT_A_TIME,
    together: TOGETHER,
    claim: (limit) => claimRuns(deps.db, deps.clock(), limit),
    work: (run) => driveSafely(deps, run),
  });

/** Drives a run for whoever asked for it, who waits 2 s at most. */
export const driveNow = async (deps: Deps, run: Run): Promise<void> => {
  const patience = new AbortController();
  const driving = driveSafely(deps, run).finally(() => patience.abort());
  await Promise.race([
    driving,
    sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
};

/** Waits 2 s at most for the run of a conversation that somebody else drives. */
export const untilRest = async (
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  conversationId: string,
): Promise<void> => {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const run = await findLatest(db, projectId, conversationId);
    if (run?.status !== 'running') return;
    await sleep(LOOK_MS);
  }
};
