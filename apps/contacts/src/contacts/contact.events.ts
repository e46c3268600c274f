import { type EventRow, eventRow } from '@parley/events';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { ContactRow } from './contact';
import { presentContact, presentReference, type ReferenceRow } from './contact.present';

/** Free fields that are left out of an event when the whole contact is too large to travel. */
const bulky = ['customData', 'outboundHistory', 'location', 'lastPageView'] as const;

const withoutLargest = (contact: Contact): Contact | undefined => {
  const sizes = bulky.map((field) => ({ field, size: JSON.stringify(contact[field])?.length ?? 0 }));
  const largest = sizes.reduce((most, next) => (next.size > most.size ? next : most));
  return largest.size > 0 ? { ...contact, [largest.field]: undefined } : undefined;
};

/**
 * An event with a contact. A contact over the size limit of an event is sent without its largest free fields; consumers that need
 * them read the contact. The signature of `svcId` is never sent.
 */
const contactEvent = (row: ContactRow, headers: Record<string, string>, verb: string): EventRow => {
  const { projectId, id: aggregateId } = row;
  const reference = presentReference(row);
  const whole = presentContact(row);
  for (let contact = whole; ;) {
    try {
      const leftOut = bulky.filter((field) => contact[field] === undefined && whole[field] !== undefined);
      const payload = { contact, reference, ...(leftOut.length > 0 && { leftOut }) };
      return eventRow({ subject: `contacts.v1.contact.${verb}`, projectId, aggregateId, payload, headers });
    } catch (error) {
      const lighter = error instanceof RangeError ? withoutLargest(contact) : undefined;
      if (!lighter) throw error;
      contact = lighter;
    }
  }
};

/** `contacts.v1.contact.created`. */
export const contactCreated = (row: ContactRow, headers: Record<string, string>): EventRow =>
  contactEvent(row, headers, 'created');

/** `contacts.v1.contact.updated`. */
export const contactUpdated = (row: ContactRow, headers: Record<string, string>): EventRow =>
  contactEvent(row, headers, 'updated');

/** `contacts.v1.contact.merged`: a guest turned out to be another contact. */
export const contactMerged = (
  { projectId, id: contactId }: Pick<ContactRow, 'projectId' | 'id'>,
  into: ReferenceRow,
  headers: Record<string, string>,
): EventRow =>
  eventRow({
    subject: 'contacts.v1.contact.merged',
    projectId,
    aggregateId: contactId,
    payload: { contactId, into: presentReference(into) },
    headers,
  });

/** `contacts.v1.contact.deleted`. */
export const contactDeleted = (
  projectId: string,
  contactId: string,
  headers: Record<string, string>,
): EventRow =>
  eventRow({
    subject: 'contacts.v1.contact.deleted',
    projectId,
    aggregateId: contactId,
    payload: { contactId },
    headers,
  });
