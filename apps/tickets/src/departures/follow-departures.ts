import { defineJob, type Doer } from '@parley/jobs';
import { runTransaction } from '@parley/persistence';
import { systemContext } from '@parley/rpc';
import { updateSet } from '../bulk';
import type { Deps } from '../deps';
import { type ChangeOrigin, isWork, type TicketRow } from '../core';
import {
  type Departure,
  DEPARTURES_DUE,
  forgetDeparture,
  forgetOldTeams,
  openDepartures,
  ticketsOfTeam,
  findWork,
} from './departure.store';

/**
 * Unassigns tickets from deleted teams and work from people who lost their access. This includes tickets assigned in the seconds in
 * which another process had them cached.
 */
export const departuresJob = defineJob<object>({
  name: 'departures',
  due: DEPARTURES_DUE,
});

/** Who does it. */
export const createFollower = (deps: FollowDeps): Doer<object> => ({
  handle: async () => ((await followDepartures(deps)) ? { goOnAt: deps.clock() } : undefined),
});

type FollowDeps = Pick<Deps, 'db' | 'clock' | 'directory' | 'teamRules' | 'wakeEvents'>;

/** Departures of one round. */
const MAX_DEPARTURES = 20;
/** Tickets that change in one transaction. */
const BATCH = 200;
/** How long a deleted team is remembered, in milliseconds: much longer than any cache of it. */
const TEAM_MEMORY = 600_000;

const NO_TEAM = { teamName: null };
const NO_USER = { userFirstName: null, userLastName: null, userEmail: null, userPicture: null };

const write = async (
  { db, clock }: FollowDeps,
  { projectId, id, kind }: Departure,
  ids: readonly string[],
  columns: Partial<TicketRow>,
): Promise<void> => {
  const origin: ChangeOrigin = {
    actor: { type: 'system', name: 'departures' },
    now: clock(),
    headers: {},
    keepsActivity: true,
  };
  const change = {
    patch: { columns, extra: {}, logs: {} },
    origin,
    // Another member may have taken the ticket over by now.
    ...(kind === 'team'
      ? { shown: NO_TEAM, applies: (row: TicketRow) => row.processingTeamId === id }
      : { shown: NO_USER, applies: (row: TicketRow) => row.processingUserId === id && isWork(row) }),
  };
  await runTransaction(db, (tx) => updateSet(tx, projectId, ids, change));
};

/** Takes a deleted team from its tickets. Answers whether there may be more. */
const leaveTeam = async (deps: FollowDeps, departure: Departure): Promise<boolean> => {
  const ids = await ticketsOfTeam(deps.db, departure, BATCH);
  await write(deps, departure, ids, { processingTeamId: null });
  return ids.length === BATCH;
};

/** Unassigns a person's work: automatic teams choose again. Answers whether there may be more. */
const leaveMember = async (deps: FollowDeps, departure: Departure): Promise<boolean> => {
  const { projectId, id } = departure;
  const context = systemContext('departures', { projectId });
  const { members } = await deps.directory.getMembers({ projectId, userIds: [id] }, context);
  if (members.length > 0) {
    await forgetDeparture(deps.db, departure);
    return false;
  }
  const work = await findWork(deps.db, departure, BATCH);
  const teamIds = [...new Set(work.flatMap(({ teamId }) => teamId ?? []))];
  const rules = await deps.teamRules.read(
    context,
    teamIds.map((teamId) => ({ projectId, teamId })),
  );
  const automatic = new Set(rules.map(({ teamId }) => teamId));
  const [waiting, open] = [true, false].map((isWaiting) =>
    work.flatMap((ticket) => (automatic.has(ticket.teamId ?? '') === isWaiting ? ticket.id : [])),
  );
  const columns = { processingUserId: null };
  await write(deps, departure, waiting ?? [], { ...columns, queued: true, queuedAt: deps.clock() });
  await write(deps, departure, open ?? [], columns);
  return work.length === BATCH;
};

/** Answers whether there may be more. */
const followDepartures = async (deps: FollowDeps): Promise<boolean> => {
  await forgetOldTeams(deps.db, new Date(deps.clock().getTime() - TEAM_MEMORY));
  const departures = await openDepartures(deps.db, MAX_DEPARTURES);
  if (departures.length === 0) return false;
  let hasMore = departures.length === MAX_DEPARTURES;
  for (const departure of departures) {
    const follow = departure.kind === 'team' ? leaveTeam : leaveMember;
    hasMore = (await follow(deps, departure)) || hasMore;
  }
  deps.wakeEvents();
  return hasMore;
};
