import { createLocalCache } from '@parley/cache';
import { holdThings } from '@parley/events';
import type { Doer, Jobs } from '@parley/jobs';
import { runTransaction } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { engage } from '../agents';
import type { Deps } from '../deps';
import { appendBehind } from '../streams';
import { expireCall, insertCall } from '../tools';
import { dropEnds } from './drop-ends';
import {
  failRun,
  isLasting,
  isEnded,
  LEASE_MS,
  type Run,
  askedJob,
  askWait,
  findLatest,
  findVersion,
  moveRun,
  runJob,
  takeRun,
  type Version,
  waitJob,
} from '../core';
import { settle } from './settle';
import { tell, tellingEndLater, buildStreamEvents } from './tell';
import { awake, failed, type Transition, planTransition } from './transition';

/** Steps of a run after which others have their turn. */
const IN_A_ROW = 25;
/** Milliseconds that a caller waits for a run at most. */
const PATIENCE_MS = 2_000;
/** Milliseconds between two reads of a run that another process drives. */
const LOOK_MS = 25;

/** Says who goes on with runs until they wait, are over, or others shall have their turn. A run fails when processes died with it. */
export const workRuns = (deps: DriveDeps, jobs: Pick<Jobs, 'work'>): void => {
  const { db, clock } = deps;
  const handle: Doer<Record<string, never>>['handle'] = async (_payload, { projectId, key: id }) => {
    const taken = await takeRun(db, projectId, id, clock());
    return taken && 'run' in taken ? drive(deps, taken.run) : taken;
  };
  for (const job of [runJob, waitJob, askedJob])
    jobs.work(job, {
      handle,
      giveUp: (_payload, _error, { projectId, key: id }) =>
        runTransaction(db, (tx) =>
          failRun(tx, { projectId, id }, clock(), job === runJob ? askedJob : runJob),
        ),
    });
};

type DriveDeps = Omit<Deps, 'jobs'>;

const versions = createLocalCache<Version>({ max: 200, ttlMs: 600_000 });

const loadVersion = ({ db }: Pick<Deps, 'db'>, run: Run): Promise<Version> =>
  versions.getOrLoad(`${run.projectId} ${run.workflowId} ${run.version}`, async () => {
    const found = await findVersion(db, run);
    if (!found) throw new Error(`Version ${run.version} of the workflow ${run.workflowId} is gone`);
    return found;
  });

/** Writes a transition, all of it or nothing; false when another process has claimed the run since. */
const write = async (
  { db, clock, broadcast }: Pick<Deps, 'db' | 'clock' | 'broadcast'>,
  transition: Transition,
): Promise<boolean> => {
  const { after, taken, toolCall, expired, engages, said } = transition;
  const { projectId, contactId, conversationId } = after;
  const at = clock();
  const telling = buildStreamEvents(transition, at);
  // What most transitions write is one statement.
  const waits = after.status === 'waiting' && after.dueAt !== null;
  if (telling.length === 0 && !toolCall && expired === undefined && !engages && !waits)
    return moveRun(db, after, taken, at);
  const told = await runTransaction(db, async (tx) => {
    // Before the run: a deletion of the contact takes its lock first, too.
    await holdThings(tx, [{ projectId, id: contactId }]);
    if (!(await moveRun(tx, after, taken, at))) return undefined;
    if (toolCall) await insertCall(tx, after, toolCall);
    if (expired !== undefined) await expireCall(tx, projectId, expired);
    if (engages) await engage(tx, after, engages.agentId, at);
    await askWait(tx, after, at);
    return conversationId === null
      ? []
      : appendBehind(tx, { projectId, contactId, conversationId, after: said }, telling);
  });
  tell({ broadcast }, after, told ?? []);
  return told !== undefined;
};

/** The transition of a run after a service's error; temporary errors are thrown. */
const afterError = (error: unknown, run: Run, now: Date): Transition => {
  if (!isLasting(error)) throw error;
  return failed(run, error.reason.toLowerCase(), now);
};

const drive = async (deps: DriveDeps, claimed: Run): Promise<{ goOnAt: Date } | undefined> => {
  const version = await loadVersion(deps, claimed);
  let run = awake(claimed, version, deps.clock());
  if (run.taken === 0 && !isEnded(run)) await dropEnds(deps, run);
  for (let count = 0; ;) {
    if (isEnded(run)) {
      await settle(deps, run, version);
      return undefined;
    }
    const made = await planTransition(deps, run, version).catch((error: unknown) =>
      afterError(error, run, deps.clock()),
    );
    const now = deps.clock();
    const transition = tellingEndLater(made, now);
    const { after, taken = [] } = transition;
    count += Math.max(1, taken.length);
    const goesOn = after.status === 'running' || (isEnded(after) && after.dueAt !== null);
    if (goesOn) after.dueAt = count < IN_A_ROW ? new Date(now.getTime() + LEASE_MS) : now;
    if (!(await write(deps, transition)) || !goesOn) return undefined;
    if (count >= IN_A_ROW) return { goOnAt: now };
    run = after;
  }
};

/** Waits for the process that continues a started or answered run: 2 s at most. */
export const driven = async (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { projectId, id }: Run,
  conversationId: string,
): Promise<void> => {
  const end = performance.now() + PATIENCE_MS;
  await jobs.attempted(askedJob, { projectId, key: id }, PATIENCE_MS);
  // What ended may have been the attempt before.
  await untilRest({ db }, projectId, conversationId, end);
};

/** Waits 2 s at most for a conversation's run that another process drives. */
export const untilRest = async (
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  conversationId: string,
  end = performance.now() + PATIENCE_MS,
): Promise<void> => {
  while (performance.now() < end) {
    const run = await findLatest(db, projectId, conversationId);
    if (run?.status !== 'running') return;
    await sleep(LOOK_MS);
  }
};
