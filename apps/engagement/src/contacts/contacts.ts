import {
  createCounter,
  eventQueries,
  type Audience,
  type AudienceCondition,
  type Look,
  type SessionDocument,
} from '@parley/audience';
import { type DomainError, unauthenticated } from '@parley/errors';
import type {
  ContactAudienceServiceDefinition,
  SampleAudienceResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import type { CallContext, Client } from '@parley/rpc';

/** Most event counts of one question. */
const MAX_QUERIES = 500;

/** A contact as one look shows it. */
export interface SeenContact {
  id: string;
  /** All its fields, as the public document has them. */
  document: SessionDocument;
  lang: string | undefined;
  isBlocked: boolean;
  look: Look;
}

/** Which contact is meant. */
export type ContactKey = { svcId: string } | { id: string };

/** What this service asks of the contacts service. */
export interface Contacts {
  /** A contact at one moment, with the counts that some conditions need; undefined when there is none. */
  look(
    key: ContactKey,
    conditions: readonly AudienceCondition[],
    at: Date,
    context: CallContext,
  ): Promise<SeenContact | undefined>;
  /** The most recently active contacts of an audience, and how many it has. */
  sample(
    audience: Audience & { limit: number; onlyMailable: boolean },
    context: CallContext,
  ): Promise<SampleAudienceResponse>;
}

/** 401 `invalid_session`: the contact of a widget is gone. */
export const contactGone = (): DomainError =>
  unauthenticated('INVALID_SESSION', 'The contact of this session is gone. Start another session.');

/** Asks the contacts service. */
export const createContactsClient = (audience: Client<ContactAudienceServiceDefinition>): Contacts => ({
  look: async (key, conditions, at, context) => {
    const queries = eventQueries(conditions);
    const ask = async (from: number) => {
      const events = queries
        .slice(from, from + MAX_QUERIES)
        .map(({ event, withinDays = 0 }) => ({ event, withinDays }));
      const request = 'svcId' in key ? { svcId: key.svcId, events } : { ids: [key.id], events };
      const { contacts } = await audience.getAudienceContacts(request, context);
      return contacts[0];
    };
    const first = await ask(0);
    if (!first?.contact) return undefined;
    const counts = [...first.eventCounts];
    for (let from = MAX_QUERIES; from < queries.length; from += MAX_QUERIES)
      counts.push(...((await ask(from))?.eventCounts ?? []));
    const { contact } = first;
    return {
      id: contact.id,
      document: { ...contact },
      lang: contact.lang,
      isBlocked: contact.blocked,
      look: { at, countEvents: createCounter(queries, counts) },
    };
  },
  sample: ({ conditions, ...request }, context) =>
    audience.sampleAudience({ ...request, conditions: [...conditions] }, context),
});
