import { type FieldProblem, invalid } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  type TicketRow,
  type TicketView,
  findSent,
  type TicketPatch,
  existingTickets,
  type ContactRecord,
  type TeamRecord,
  type UserRecord,
} from '../core';

/** Ids that a ticket is about to refer to. */
export type WantedReferences = Partial<
  Pick<
    TicketRow,
    | 'sessionId'
    | 'sessionIds'
    | 'processingUserId'
    | 'processingTeamId'
    | 'mentionIds'
    | 'linkedTicketIds'
    | 'trackerTicketId'
  >
>;

/** The objects that the ids name. */
export interface FoundReferences {
  contacts: Map<string, ContactRecord>;
  users: Map<string, UserRecord>;
  teams: Map<string, TeamRecord>;
}

const ids = (...lists: (string | readonly string[] | null | undefined)[]): string[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];

const lookUp = async (deps: Deps, context: CallContext, projectId: string, wanted: WantedReferences) => {
  const contactIds = ids(wanted.sessionId, wanted.sessionIds);
  const userIds = ids(wanted.processingUserId, wanted.mentionIds);
  const teamIds = ids(wanted.processingTeamId);
  const ticketIds = ids(wanted.linkedTicketIds, wanted.trackerTicketId);
  const { references, db } = deps;
  const none = Promise.resolve(new Map<never, never>());
  const [contacts, users, teams, tickets] = await Promise.all([
    contactIds.length > 0 ? references.contacts(context, projectId, contactIds) : none,
    userIds.length > 0 ? references.members(context, projectId, userIds) : none,
    teamIds.length > 0 ? references.teams(context, projectId, teamIds) : none,
    ticketIds.length > 0 ? existingTickets(db as Sql, projectId, ticketIds) : new Set<string>(),
  ]);
  return { contacts, users, teams, tickets };
};

/**
 * Finds the objects that a ticket will refer to.
 *
 * @throws DomainError `invalid` naming every field with a contact, user, team or ticket that this project does not have.
 */
export const checkReferences = async (
  deps: Deps,
  context: CallContext,
  projectId: string,
  { columns: wanted, sent = {} }: Pick<TicketPatch, 'sent'> & { columns: WantedReferences },
): Promise<FoundReferences> => {
  const { contacts, users, teams, tickets } = await lookUp(deps, context, projectId, wanted);
  const problems: FieldProblem[] = [];
  const check = (field: string, id: string, known: { has(id: string): boolean }, noun: string): void => {
    if (!known.has(id)) problems.push({ field, message: `this project has no such ${noun}` });
  };
  const checkOne = (
    field: string,
    id: string | null | undefined,
    known: { has(id: string): boolean },
    noun: string,
  ) => {
    if (id !== null && id !== undefined) check(field, id, known, noun);
  };
  const checkAll = (
    field: 'sessions' | 'mentions' | 'linkedTickets',
    list: readonly string[],
    known: { has(id: string): boolean },
    noun: string,
  ) => list.forEach((id) => check(findSent(sent, field, id), id, known, noun));

  checkOne('session', wanted.sessionId, contacts, 'session');
  checkAll('sessions', wanted.sessionIds ?? [], contacts, 'session');
  checkOne('processingUser', wanted.processingUserId, users, 'member');
  checkAll('mentions', wanted.mentionIds ?? [], users, 'member');
  checkOne('processingTeam', wanted.processingTeamId, teams, 'team');
  checkAll('linkedTickets', wanted.linkedTicketIds ?? [], tickets, 'ticket');
  checkOne('trackerTicket', wanted.trackerTicketId, tickets, 'ticket');
  if (problems.length > 0) throw invalid(problems);
  return { contacts, users, teams };
};

type Shown = Pick<
  TicketView,
  | 'sessionName'
  | 'sessionEmail'
  | 'sessionUserId'
  | 'userFirstName'
  | 'userLastName'
  | 'userEmail'
  | 'userPicture'
  | 'teamName'
>;

/** The copies that a ticket's document shows; only of the given references. */
export const toShown = (wanted: WantedReferences, found: FoundReferences): Partial<Shown> => {
  const contact = found.contacts.get(wanted.sessionId ?? '');
  const user = found.users.get(wanted.processingUserId ?? '');
  const team = found.teams.get(wanted.processingTeamId ?? '');
  return {
    ...(wanted.sessionId !== undefined && {
      sessionName: contact?.name ?? null,
      sessionEmail: contact?.email ?? null,
      sessionUserId: contact?.userId ?? null,
    }),
    ...(wanted.processingUserId !== undefined && {
      userFirstName: user?.firstName ?? null,
      userLastName: user?.lastName ?? null,
      userEmail: user?.email ?? null,
      userPicture: user?.profileImageUrl ?? null,
    }),
    ...(wanted.processingTeamId !== undefined && { teamName: team?.name ?? null }),
  };
};
