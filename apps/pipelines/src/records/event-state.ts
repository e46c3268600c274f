import type { Company } from '@parley/proto/generated/parley/contacts/v1/company';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { type RecordState, recordState } from './record';

/** Bytes of an event from which on free data may have been left out of it. */
const LARGE_BYTES = 300_000;

/** Whether the contact of an event may be without its free data because it was too large to travel. */
export const isCutShort = (contact: Contact): boolean =>
  contact.customData === undefined && JSON.stringify(contact).length > LARGE_BYTES;

/** The copy of a contact, from an event. */
export const contactState = (contact: Contact, version: number): RecordState => {
  const { id, name, email, phone, lang, plan, value, sla, customData, userId, companyId, companyName } =
    contact;
  const { avatar, tags, unsubscribed, createdAt } = contact;
  return recordState({
    id,
    version,
    name,
    email,
    phone,
    lang,
    plan,
    value,
    sla,
    customData,
    userId,
    companyId,
    companyName,
    avatar,
    tags: tags ?? [],
    unsubscribed,
    createdAt,
  });
};

/** The copy of a company, from an event. */
export const companyState = (company: Company, version: number): RecordState => {
  const { id, name, plan, value, domain, sla, customData, companyId, tags, createdAt } = company;
  return recordState({
    id,
    version,
    name,
    plan,
    value,
    domain,
    sla,
    customData,
    companyId,
    tags: tags ?? [],
    createdAt,
  });
};
