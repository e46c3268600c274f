import type { ProjectScope } from '@parley/auth';
import { type Database, gather, isId } from '@parley/persistence';
import type { CallContext, Client } from '@parley/rpc';
import type { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { LRUCache } from 'lru-cache';
import { keepAnswered, keepContacts } from './keep-contacts';
import { teamRecord, userRecord } from './reference';
import {
  type ContactKey,
  type ContactRecord,
  findContactsAnywhere,
  findUser,
  type ReferenceClient,
  saveTeams,
  saveUsers,
  type TeamRecord,
  type UserRecord,
} from '../core';

/** Milliseconds that a confirmed membership or team is cached: a removed member gets no tickets for longer. */
const MEMBER_TTL = 2_000;
const CACHE_ENTRIES = 10_000;

/** Contacts, users and teams of a project: asked of their services on first use, kept for display. */
export interface References {
  /** Those of the contacts that the project has. */
  contacts(
    context: CallContext,
    projectId: string,
    ids: readonly string[],
  ): Promise<Map<string, ContactRecord>>;
  /** Those of the users that have access to the project now. */
  members(context: CallContext, projectId: string, ids: readonly string[]): Promise<Map<string, UserRecord>>;
  /** Those of the teams that the project has now. */
  teams(context: CallContext, projectId: string, ids: readonly string[]): Promise<Map<string, TeamRecord>>;
  /** The user or service account that calls; undefined for the system. */
  author(context: CallContext, scope: ProjectScope): Promise<UserRecord | undefined>;
  /** Stores a contact that its service has just answered; undefined when it was deleted since. */
  keepContact(projectId: string, contact: ContactRecord): Promise<ContactRecord | undefined>;
}

/** Dependencies of the references. */
export interface ReferencesOptions {
  db: Database;
  prisma: ReferenceClient;
  contacts: Client<ContactDirectoryServiceDefinition>;
  directory: Client<DirectoryServiceDefinition>;
}

const byId = <T extends { id: string }>(records: readonly T[]): Map<string, T> =>
  new Map(records.map((record) => [record.id, record]));

type Find<T> = (context: CallContext, projectId: string, ids: readonly string[]) => Promise<Map<string, T>>;
type Load<T> = (context: CallContext, projectId: string, ids: string[]) => Promise<T[]>;

const makeKey = ({ projectId, id }: ContactKey): string => `${projectId}/${id}`;

/** Finds kept contacts; those that are asked for while others are looked up go together. */
const keptContacts = (db: Database): ((key: ContactKey) => Promise<ContactRecord | undefined>) =>
  gather<ContactKey, ContactRecord | undefined>(
    async (keys) => {
      const rows = await findContactsAnywhere(db, keys);
      const found = new Map(
        rows.map(({ projectId, ...contact }) => [makeKey({ projectId, id: contact.id }), contact]),
      );
      return keys.map((key) => found.get(makeKey(key)));
    },
    { maxBatch: 64, atATime: 2 },
  );

/** Asks for entries that the cache does not have; caches existing ones only, so that a new one is found at once. */
const remembering = <T extends { id: string }>(load: Load<T>): Find<T> => {
  const cache = new LRUCache<string, { record: T }>({ max: CACHE_ENTRIES, ttl: MEMBER_TTL });
  return async (context, projectId, ids) => {
    const found = new Map<string, T>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = cache.get(`${projectId} ${id}`);
      if (known) found.set(id, known.record);
      else if (isId(id)) missing.push(id);
    }
    if (missing.length === 0) return found;
    for (const record of await load(context, projectId, missing)) {
      cache.set(`${projectId} ${record.id}`, { record });
      found.set(record.id, record);
    }
    return found;
  };
};

/** Opens the references of a service's database. */
export const createReferences = ({ db, prisma, contacts, directory }: ReferencesOptions): References => {
  const members = remembering<UserRecord>(async (context, projectId, userIds) => {
    const answer = await directory.getMembers({ projectId, userIds }, context);
    const users = answer.members.map(userRecord);
    await saveUsers(prisma, projectId, users);
    return users;
  });
  const findKept = keptContacts(db);
  const authors = new LRUCache<string, UserRecord>({ max: CACHE_ENTRIES, ttl: MEMBER_TTL });

  const findAuthor = async (context: CallContext, scope: ProjectScope): Promise<UserRecord | undefined> => {
    const { actor, projectId } = scope;
    if (actor.type === 'service') {
      const known = await findUser(prisma, projectId, actor.id);
      if (known?.firstName === actor.name) return known;
      const account = { email: null, lastName: null, profileImageUrl: null, userType: 'service_account' };
      const user: UserRecord = { id: actor.id, firstName: actor.name, ...account };
      await saveUsers(prisma, projectId, [user]);
      return user;
    }
    if (actor.type !== 'user') return undefined;
    const known = await findUser(prisma, projectId, actor.id);
    if (known) return known;
    const asked = await members(context, projectId, [actor.id]);
    const nameless = { firstName: null, lastName: null, profileImageUrl: null, userType: 'default' };
    return asked.get(actor.id) ?? { id: actor.id, email: actor.email, ...nameless };
  };

  return {
    members,
    teams: remembering<TeamRecord>(async (context, projectId, teamIds) => {
      const answer = await directory.getTeams({ projectId, teamIds }, context);
      const teams = answer.teams.map(teamRecord);
      await saveTeams(prisma, projectId, teams);
      return teams;
    }),
    contacts: async (context, projectId, ids) => {
      const wanted = ids.filter(isId);
      const found = await Promise.all(wanted.map((id) => findKept({ projectId, id })));
      const kept = byId(found.filter((contact) => contact !== undefined));
      const missing = wanted.filter((id) => !kept.has(id));
      if (missing.length === 0) return kept;
      for (const contact of await keepContacts({ db, contacts }, context, projectId, missing))
        kept.set(contact.id, contact);
      return kept;
    },
    author: async (context, scope) => {
      const { actor, projectId } = scope;
      if (actor.type !== 'user' && actor.type !== 'service') return undefined;
      const key = `${projectId} ${actor.id}`;
      const cached = authors.get(key);
      if (cached) return cached;
      const author = await findAuthor(context, scope);
      if (author) authors.set(key, author);
      return author;
    },
    keepContact: async (projectId, contact) => (await keepAnswered(db, projectId, [contact]))[0],
  };
};
