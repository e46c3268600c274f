import { projectScope } from '@parley/auth';
import { timeout } from '@parley/errors';
import { runTransaction, type Sql } from '@parley/persistence';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type {
  HandOverTicketsRequest,
  HandOverTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/hand_over_service';
import { type Assignment, assignTo, waitFrom, openAssigner, type TeamRules } from '../assignment';
import { callerId } from '../caller-id';
import type { Deps } from '../deps';
import { historyActor, type ChangeOrigin, saveTicket, isWork, OPEN, findChanges, lockTicket } from '../core';
import { findOpenTickets, type PersonKey, teamsOfOpenTickets } from './hand-over.store';

/** Most tickets of one call. Source: service document, 4.2, Users. */
export const MAX_TICKETS = 100;

/** The team's choice of another member; a closed team chooses when it opens. */
const chooseOther = async (tx: Sql, team: TeamRules, userId: string, now: Date): Promise<Assignment> => {
  if (team.isClosed) return waitFrom(now);
  const assigner = await openAssigner(tx, team, { count: 1, except: userId });
  const assignment = assignTo(assigner.choose(OPEN) ?? null);
  await assigner.save();
  return assignment;
};

/** Hands one ticket over, unless its assignee changed in between. */
const handOver = (
  { db }: Pick<Deps, 'db'>,
  { projectId, userId }: PersonKey,
  ticketId: string,
  rules: ReadonlyMap<string, TeamRules>,
  origin: ChangeOrigin,
): Promise<void> =>
  runTransaction(db, async (tx) => {
    const row = await lockTicket(tx, projectId, ticketId);
    const team = rules.get(row?.processingTeamId ?? '');
    if (!row || !team || row.processingUserId !== userId || row.status !== OPEN || !isWork(row)) return;
    const { columns, shown } = await chooseOther(tx, team, userId, origin.now);
    const changes = findChanges(row, { columns, extra: {}, logs: {} }, origin.now);
    await saveTicket(tx, row, changes, origin, shown);
  });

/**
 * Hands the caller's open tickets over: each ticket's team chooses another member. Without an available member a ticket is
 * unassigned and does not wait, because the caller would be the first to get it again. While the team is closed a ticket waits as
 * usual.
 */
export const handOverTickets = async (
  deps: Deps,
  _request: HandOverTicketsRequest,
  context: CallContext,
): Promise<HandOverTicketsResponse> => {
  const { projectId, actor } = projectScope(context.scope);
  const userId = callerId(actor);
  if (userId === undefined) return { success: true };
  const person = { projectId, userId };
  const teamIds = await teamsOfOpenTickets(deps.db, person);
  const found = await deps.teamRules.read(
    context,
    teamIds.map((teamId) => ({ projectId, teamId })),
  );
  const rules = new Map(found.map((team) => [team.teamId, team]));
  const ids = await findOpenTickets(deps.db, person, [...rules.keys()], MAX_TICKETS);
  const origin = { actor: historyActor(actor), now: deps.clock(), headers: eventHeaders(context) };
  for (const id of ids) {
    if (context.signal.aborted)
      throw timeout('Not every ticket was handed over in time. Send the request again.');
    await handOver(deps, person, id, rules, origin);
  }
  if (ids.length > 0) deps.wakeEvents();
  return { success: true };
};
