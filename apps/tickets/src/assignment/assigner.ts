import type { Sql } from '@parley/persistence';
import { type UserRecord, SNOOZED } from '../core';
import { lastChoice, lockChoices, memberStates, saveChoices } from './assignment.store';
import { type Candidate, chooseMember, isFree } from './choose-member';
import type { TeamRules } from './team-rules';

/** Makes a team's choices in one transaction. */
export interface Assigner {
  /** The assignee for a ticket of this status; undefined when no member is available. */
  choose(status: string): UserRecord | undefined;
  /** Stores the choices. */
  save(): Promise<void>;
}

/** Options of an assigner. */
export interface AssignerOptions {
  /** Most choices. */
  count: number;
  /** Someone who is not chosen. */
  except?: string;
}

const findCandidates = async (
  sql: Sql,
  { projectId, members, countsSnoozed }: TeamRules,
  except?: string,
): Promise<Candidate[]> => {
  const ids = members.map(({ user }) => user.id);
  const states = await memberStates(sql, projectId, ids, countsSnoozed);
  return states.map((state, index) => ({
    ...state,
    available: members[index]?.available ?? false,
    isExcluded: state.id === except,
  }));
};

/** Whether the team has someone for a ticket, which a closed one has not; a look without a lock. */
export const hasFreeMember = async (sql: Sql, rules: TeamRules): Promise<boolean> =>
  !rules.isClosed && (await findCandidates(sql, rules)).some((candidate) => isFree(rules, candidate));

/** Opens a team's choices: until the transaction ends no other team of the project chooses. */
export const openAssigner = async (
  tx: Sql,
  rules: TeamRules,
  { count, except }: AssignerOptions,
): Promise<Assigner> => {
  let turn = await lockChoices(tx, rules.projectId, count);
  const members = await findCandidates(tx, rules, except);
  let last = await lastChoice(tx, rules);
  const turns = new Map<string, { user: UserRecord; turn: number }>();
  const users = new Map(rules.members.map(({ user }) => [user.id, user]));

  return {
    choose: (status) => {
      const chosen = chooseMember(rules, members, last);
      const user = chosen && users.get(chosen.id);
      if (!user) return undefined;
      turn += 1;
      chosen.turn = turn;
      if (status !== SNOOZED || rules.countsSnoozed) chosen.load += 1;
      last = { userId: chosen.id, position: members.indexOf(chosen) };
      turns.set(chosen.id, { user, turn });
      return user;
    },
    save: async () => {
      if (!last || turns.size === 0) return;
      await saveChoices(tx, { ...rules, last, turns: [...turns.values()] });
    },
  };
};
