import type { CallContext, Client } from '@parley/rpc';
import type {
  AssignmentDirectoryServiceDefinition,
  TeamAssignment,
} from '@parley/proto/generated/parley/workspace/v1/assignment_directory_service';
import { LRUCache } from 'lru-cache';
import { userRecord } from '../references';
import type { UserRecord, TicketRow } from '../core';

/** Milliseconds that the rules of a team are cached. */
const TTL = 2_000;
const CACHE_ENTRIES = 1_000;
/** Most teams of one question. */
const MAX_TEAMS = 20;

/** Names a team. */
export interface TeamKey {
  projectId: string;
  teamId: string;
}

/** A person that a team may choose. */
export interface TeamMember {
  user: UserRecord;
  available: boolean;
}

/** How a team assigns its tickets. */
export interface TeamRules extends TeamKey {
  /** random, balanced or circular; any other leaves tickets unassigned. */
  method: string;
  onlyAvailable: boolean;
  /** Most tickets that one person may have. */
  ticketLimit: number | undefined;
  countsSnoozed: boolean;
  /** Whether its opening hours keep it from choosing anybody now. */
  isClosed: boolean;
  /** In the order of the team. */
  members: readonly TeamMember[];
}

/** The rules of teams, asked of the workspace. */
export interface TeamRulesReader {
  /** The rules of those of the teams that exist and assign by themselves, as they are now. */
  read(context: CallContext, keys: readonly TeamKey[]): Promise<TeamRules[]>;
  /** The rules that decide who gets a ticket to which this is written; undefined when no team has to. */
  ask(context: CallContext, projectId: string, columns: Partial<TicketRow>): Promise<TeamRules | undefined>;
}

const methods: readonly string[] = ['random', 'balanced', 'circular'];

/** Whether a team chooses assignees automatically. */
export const isAutomatic = ({ method }: Pick<TeamRules, 'method'>): boolean => methods.includes(method);

const toRules = ({ members, ticketLimit, closed, ...team }: TeamAssignment): TeamRules => ({
  ...team,
  isClosed: closed,
  ticketLimit,
  members: members.flatMap(({ member, available }) =>
    member ? [{ user: userRecord(member), available }] : [],
  ),
});

/** Opens the rules of teams, each cached for 2 s when a ticket is written. */
export const createTeamRules = (directory: Client<AssignmentDirectoryServiceDefinition>): TeamRulesReader => {
  const cache = new LRUCache<string, TeamRules>({ max: CACHE_ENTRIES, ttl: TTL });
  const makeKey = ({ projectId, teamId }: TeamKey): string => `${projectId} ${teamId}`;

  const load = async (context: CallContext, keys: readonly TeamKey[]): Promise<TeamRules[]> => {
    const found: TeamRules[] = [];
    for (let start = 0; start < keys.length; start += MAX_TEAMS) {
      const { teams } = await directory.getTeamAssignments(
        { teams: keys.slice(start, start + MAX_TEAMS) },
        context,
      );
      found.push(...teams.map(toRules));
    }
    for (const rules of found) cache.set(makeKey(rules), rules);
    return found;
  };

  return {
    read: async (context, keys) => (await load(context, keys)).filter(isAutomatic),
    ask: async (context, projectId, { processingTeamId, processingUserId }) => {
      // A request that names a person, or null, leaves nothing to choose.
      if (!processingTeamId || processingUserId !== undefined) return undefined;
      const key = { projectId, teamId: processingTeamId };
      const rules = cache.get(makeKey(key)) ?? (await load(context, [key]))[0];
      return rules && isAutomatic(rules) ? rules : undefined;
    },
  };
};
