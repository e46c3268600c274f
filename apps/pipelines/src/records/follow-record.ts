import type { Sql } from '@parley/persistence';
import type { Company } from '@parley/proto/generated/parley/contacts/v1/company';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { companyState, contactState, isCutShort } from './event-state';
import { markUnread, refreshRecords } from './record.store';

/**
 * Updates the copy of a contact on a board from an event. Answers false for an incomplete event; the contact is then queued to be
 * read from its owner.
 */
export const followContact = async (
  tx: Sql,
  projectId: string,
  contact: Contact,
  version: number,
): Promise<boolean> => {
  const scope = { projectId, recordType: 'contacts' } as const;
  const isWhole = !isCutShort(contact);
  if (isWhole) await refreshRecords(tx, scope, [contactState(contact, version)]);
  else await markUnread(tx, scope, contact.id);
  return isWhole;
};

/** Updates the copy of a company on a board from an event. */
export const followCompany = (tx: Sql, projectId: string, company: Company, version: number): Promise<void> =>
  refreshRecords(tx, { projectId, recordType: 'companies' }, [companyState(company, version)]);
