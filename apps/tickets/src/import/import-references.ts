import { type FieldProblem, invalid } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { ensureContact } from '../references';
import type { ContactRecord, TeamRecord, UserRecord } from '../core';
import type { PastTicket } from './read-import';

/** Ids that a service is asked for at a time. */
const TOGETHER = 500;
/** Addresses that are looked for at a time. */
const AT_A_TIME = 8;

/** All people, contacts and teams that imported tickets name. */
export interface ImportReferences {
  contacts: Map<string, ContactRecord>;
  users: Map<string, UserRecord>;
  teams: Map<string, TeamRecord>;
}

/** An id in a request and where it stands. */
interface Named {
  id: string;
  field: string;
}

const named = (field: string, id: string | null | undefined): Named[] =>
  id === null || id === undefined ? [] : [{ field, id }];

const collectNames = (tickets: readonly PastTicket[]) => {
  const sessions: Named[] = [];
  const users: Named[] = [];
  const teams: Named[] = [];
  tickets.forEach(({ patch: { columns }, events }, index) => {
    const path = `tickets.${index}`;
    sessions.push(...named(`${path}.session`, columns.sessionId));
    users.push(...named(`${path}.processingUser`, columns.processingUserId));
    teams.push(...named(`${path}.processingTeam`, columns.processingTeamId));
    events.forEach((event, place) => {
      const at = `${path}.events.${place}`;
      users.push(...named(`${at}.user`, event.userId));
      if (event.kind !== 'assign') return;
      users.push(...named(`${at}.processingUser`, event.assignee));
      teams.push(...named(`${at}.processingTeam`, event.team));
    });
  });
  return { sessions, users, teams };
};

const toIds = (list: readonly Named[]): string[] => [...new Set(list.map(({ id }) => id))];

const inParts = async <Row>(
  ids: readonly string[],
  find: (part: string[]) => Promise<Map<string, Row>>,
): Promise<Map<string, Row>> => {
  const all = new Map<string, Row>();
  for (let start = 0; start < ids.length; start += TOGETHER) {
    for (const [id, row] of await find(ids.slice(start, start + TOGETHER))) all.set(id, row);
  }
  return all;
};

/**
 * Finds the contacts, people and teams that imported tickets name by their ids.
 *
 * @throws DomainError `invalid` naming every place with an id that this project does not have.
 */
export const findReferences = async (
  { references }: Pick<Deps, 'references'>,
  context: CallContext,
  projectId: string,
  tickets: readonly PastTicket[],
): Promise<ImportReferences> => {
  const wanted = collectNames(tickets);
  const contacts = await inParts(toIds(wanted.sessions), (ids) =>
    references.contacts(context, projectId, ids),
  );
  const users = await inParts(toIds(wanted.users), (ids) => references.members(context, projectId, ids));
  const teams = await inParts(toIds(wanted.teams), (ids) => references.teams(context, projectId, ids));
  const missing = (
    list: readonly Named[],
    known: ReadonlyMap<string, unknown>,
    noun: string,
  ): FieldProblem[] =>
    list
      .filter(({ id }) => !known.has(id))
      .map(({ field }) => ({ field, message: `this project has no such ${noun}` }));
  const problems = [
    ...missing(wanted.sessions, contacts, 'session'),
    ...missing(wanted.users, users, 'member'),
    ...missing(wanted.teams, teams, 'team'),
  ];
  if (problems.length > 0) throw invalid(problems);
  return { contacts, users, teams };
};

/**
 * The contacts of addresses, by address. Unknown ones are created, with the name that comes first. Runs after all other checks,
 * because created contacts stay.
 */
export const ensureContacts = async (
  deps: Pick<Deps, 'contacts' | 'references'>,
  context: CallContext,
  projectId: string,
  tickets: readonly Pick<PastTicket, 'email' | 'name'>[],
): Promise<Map<string, ContactRecord>> => {
  const names = new Map<string, string | undefined>();
  for (const { email, name } of tickets) {
    if (email !== undefined) names.set(email, names.get(email) ?? name);
  }
  const found = new Map<string, ContactRecord>();
  const left = [...names];
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [email, name] = next;
      found.set(email, await ensureContact(deps, context, projectId, { email, name }));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return found;
};
