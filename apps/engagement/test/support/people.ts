import { type AudienceCondition, belongsTo, type TargetAudience } from '@parley/audience';
import { newId } from '@parley/persistence';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import { implement, type Partially, type ServiceImplementation } from '@parley/rpc';

/** A contact of the model. */
export interface Person extends Partially<Contact> {
  id: string;
  projectId: string;
  /** How often it did something, by the event's name. */
  did?: Record<string, number>;
}

/** Stands in for the contacts service: the same order of pages, the same evaluation. */
export interface People {
  implementations: ServiceImplementation[];
  all: Person[];
  add(projectId: string, fields?: Partially<Contact> & { did?: Record<string, number> }): Person;
  /** Contacts of one page. */
  pageSize: number;
  /** How often somebody looked at contacts. */
  looks: number;
  /** Called before each page is answered. */
  beforePage: () => Promise<void> | void;
  /** Called before a look at contacts is answered. */
  beforeLook: () => Promise<void> | void;
}

const toText = ({ email = '', lastActivity = '', id }: Person): string => `${email} ${lastActivity} ${id}`;

const notUsed = (): Promise<never> => Promise.reject(new Error('not used by engagement'));

/** Starts with nobody. */
export const createPeople = (): People => {
  const look = (person: Person) => ({
    at: new Date(),
    countEvents: ({ event }: { event: string }) => person.did?.[event] ?? 0,
  });
  const people: People = {
    all: [],
    pageSize: 1_000,
    looks: 0,
    beforePage: () => undefined,
    beforeLook: () => undefined,
    add: (projectId, fields = {}) => {
      const id = newId();
      const person = {
        id,
        projectId,
        svcId: `svc-${id}`,
        email: `${id}@example.com`,
        lastActivity: new Date().toISOString(),
        createdAt: new Date().toISOString(),
        updatedAt: new Date().toISOString(),
        unsubscribed: false,
        blocked: false,
        tags: [],
        ...fields,
      };
      people.all.push(person);
      return person;
    },
    implementations: [],
  };
  people.implementations.push(
    implement(ContactDirectoryServiceDefinition, {
      getContactReferences: async ({ ids }, { scope }) => ({
        contacts: people.all.filter(({ projectId, id }) => projectId === scope.projectId && ids.includes(id)),
      }),
      getContactBySvcId: notUsed,
      ensureContactByEmail: notUsed,
      checkWriter: notUsed,
      mergeGuests: notUsed,
    }),
    implement(ContactAudienceServiceDefinition, {
      listMailAudience: async (
        { targetAudience, conditions, after, createdUntil = '9', changedSince = '' },
        { scope },
      ) => {
        await people.beforePage();
        const audience = {
          targetAudience: targetAudience as TargetAudience,
          conditions: (conditions ?? []) as AudienceCondition[],
        };
        const found = people.all
          .filter(
            ({ projectId, email, unsubscribed, blocked, createdAt = '', updatedAt = '' }) =>
              projectId === scope.projectId &&
              email &&
              !unsubscribed &&
              !blocked &&
              createdAt <= createdUntil &&
              updatedAt >= changedSince,
          )
          .sort((a, b) => (toText(a) < toText(b) ? 1 : -1))
          .filter((person) => after === '' || toText(person) < after);
        const page = found.slice(0, people.pageSize);
        const last = page.at(-1);
        return {
          contacts: page
            .filter((person) => belongsTo({ ...person }, audience, look(person)))
            .map(({ id, email }) => ({ id, email: email ?? '' })),
          ...(last && found.length > people.pageSize && { next: toText(last) }),
        };
      },
      sampleAudience: async ({ targetAudience, conditions, limit, onlyMailable }, { scope }) => {
        const audience = {
          targetAudience: targetAudience as TargetAudience,
          conditions: (conditions ?? []) as AudienceCondition[],
        };
        const found = people.all.filter(
          (person) =>
            person.projectId === scope.projectId &&
            !person.blocked &&
            !(onlyMailable && (!person.email || person.unsubscribed)) &&
            belongsTo({ ...person }, audience, look(person)),
        );
        return { ids: found.slice(0, limit).map(({ id }) => id), total: found.length, capped: false };
      },
      getAudienceContacts: async ({ ids, svcId, events }, { scope }) => {
        people.looks += 1;
        await people.beforeLook();
        return {
          contacts: people.all
            .filter(
              (person) =>
                person.projectId === scope.projectId &&
                (svcId === undefined ? ids.includes(person.id) : person.svcId === svcId),
            )
            .map((person) => ({
              contact: person,
              eventCounts: events.map(({ event }) => person.did?.[event] ?? 0),
            })),
        };
      },
    }),
  );
  return people;
};
