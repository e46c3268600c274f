import { defineJob, type Doer } from '@parley/jobs';
import { runTransaction, type Sql } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { type ChangeOrigin, saveTicket, isWork, type TicketView, findChanges } from '../core';
import { type Assignment, assignTo } from './assign-tickets';
import { hasFreeMember, openAssigner } from './assigner';
import { lockWaiting, WAITING_TEAMS_DUE, waitingTeams } from './queue.store';
import type { TeamKey, TeamRules } from './team-rules';

/**
 * Assigns queued tickets to members who became available: a ticket was closed or left them, they came online, the team's limit or
 * people changed, the team opened. One job for all teams: most teams with a queue have no available member, and one call reads the
 * rules of all.
 */
export const queuesJob = defineJob<object>({
  name: 'assignment queues',
  due: WAITING_TEAMS_DUE,
});

/** Who does it. */
export const createDrainer = (deps: DrainDeps): Doer<object> => ({
  handle: async (_payload, { signal }) =>
    (await drainQueues(deps, signal)) ? { goOnAt: deps.clock() } : undefined,
});

type DrainDeps = Pick<Deps, 'db' | 'clock' | 'teamRules' | 'wakeEvents'>;

/** Tickets that leave a queue in one transaction. */
const BATCH = 50;

const originAt = (now: Date): ChangeOrigin => ({
  actor: { type: 'system', name: 'assignment' },
  now,
  headers: {},
});

const leave: Assignment = { columns: { queued: false, queuedAt: null }, shown: {} };

const save = (tx: Sql, row: TicketView, change: Assignment, now: Date): Promise<TicketView> =>
  saveTicket(
    tx,
    row,
    findChanges(row, { columns: change.columns, extra: {}, logs: {} }, now),
    originAt(now),
    change.shown,
  );

/** Assigns queued tickets to available members, the longest waiting first. Answers whether all of a batch were assigned. */
const drain = async ({ db, clock }: DrainDeps, rules: TeamRules): Promise<boolean> => {
  if (!(await hasFreeMember(db, rules))) return false;
  return runTransaction(db, async (tx) => {
    // Tickets before choices, in the lock order of all writers of tickets.
    const rows = await lockWaiting(tx, rules, BATCH);
    const assigner = await openAssigner(tx, rules, { count: BATCH });
    const now = clock();
    let assigned = 0;
    for (const row of rows) {
      if (!isWork(row)) {
        await save(tx, row, leave, now);
        continue;
      }
      const user = assigner.choose(row.status);
      if (!user) break;
      await save(tx, row, assignTo(user), now);
      assigned += 1;
    }
    await assigner.save();
    return assigned === BATCH;
  });
};

/** Removes tickets from the queue of a team that now assigns manually. Answers whether there may be more. */
const release = ({ db, clock }: DrainDeps, key: TeamKey): Promise<boolean> =>
  runTransaction(db, async (tx) => {
    const rows = await lockWaiting(tx, key, BATCH);
    const now = clock();
    for (const row of rows) await save(tx, row, leave, now);
    return rows.length === BATCH;
  });

/** Checks every team with queued tickets. Answers whether there may be more. */
export const drainQueues = async (deps: DrainDeps, signal: AbortSignal): Promise<boolean> => {
  const keys = await waitingTeams(deps.db);
  if (keys.length === 0) return false;
  const found = await deps.teamRules.read(systemContext('assignment'), keys);
  const byKey = new Map(found.map((rules) => [`${rules.projectId} ${rules.teamId}`, rules]));
  let hasMore = false;
  for (const key of keys) {
    if (signal.aborted) return false;
    const rules = byKey.get(`${key.projectId} ${key.teamId}`);
    hasMore = (await (rules ? drain(deps, rules) : release(deps, key))) || hasMore;
  }
  deps.wakeEvents();
  return hasMore;
};
