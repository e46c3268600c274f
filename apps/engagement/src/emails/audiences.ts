import { belongsTo, createCounter, eventQueries } from '@parley/audience';
import type { ContactAudienceServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { type Client, systemContext } from '@parley/rpc';
import type { Item } from '../core';

type Targeted = Pick<Item, 'projectId' | 'organisationId' | 'targetAudience' | 'conditions'>;

/** A page of the contacts that a mail may reach. */
export interface AudiencePage {
  contacts: { id: string; email: string }[];
  /** Where the next page begins; undefined after the last one. */
  next: string | undefined;
}

/** A contact, and whether it belongs to an item's audience at the moment. */
export interface AudienceMember {
  contact: Contact;
  belongs: boolean;
}

/** Which contacts of an audience are looked at. */
export interface AudiencePart {
  /** Those that were there by then. */
  createdUntil: Date;
  /** Only those that changed since. */
  changedSince?: Date;
}

/** What campaigns ask of the contacts service. */
export interface Audiences {
  /** The page after a place; the first one after an empty text. */
  page(item: Targeted, part: AudiencePart, after: string): Promise<AudiencePage>;
  /** Those of some contacts that exist, by id; at most 200. */
  members(item: Targeted, ids: readonly string[], at: Date): Promise<ReadonlyMap<string, AudienceMember>>;
}

/** Asks the contacts service. */
export const createAudiences = (client: Client<ContactAudienceServiceDefinition>): Audiences => {
  const makeContext = ({ projectId, organisationId }: Targeted) =>
    systemContext('engagement', { projectId, organisationId });
  return {
    page: async (item, { createdUntil, changedSince }, after) => {
      const { targetAudience, conditions } = item;
      const { contacts, next } = await client.listMailAudience(
        {
          targetAudience,
          conditions: [...conditions],
          after,
          createdUntil: createdUntil.toISOString(),
          ...(changedSince && { changedSince: changedSince.toISOString() }),
        },
        makeContext(item),
      );
      return { contacts, next };
    },
    members: async (item, ids, at) => {
      const queries = eventQueries(item.conditions);
      const events = queries.map(({ event, withinDays = 0 }) => ({ event, withinDays }));
      const { contacts } = await client.getAudienceContacts({ ids: [...ids], events }, makeContext(item));
      return new Map(
        contacts.flatMap(({ contact, eventCounts }): [string, AudienceMember][] => {
          if (!contact) return [];
          const look = { at, countEvents: createCounter(queries, eventCounts) };
          return [[contact.id, { contact, belongs: belongsTo({ ...contact }, item, look) }]];
        }),
      );
    },
  };
};
