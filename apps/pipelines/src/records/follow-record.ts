import { type Sql } from '@parley/persistence';
import { type Company } from '@parley/proto/generated/parley/contacts/v1/company';
import { type Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { companyState, contactState, isCutShort } from './event-state';
import { markUnread, refreshRecords } from './record.store';

/**
 * Shows a contact that is on a board as an event told of it. Answers false for one that did not travel whole, which is marked to be
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

/** Shows a company that is on a board as an event told of it. */
export const followCompany = (tx: Sql, projectId: string, company: Company, version: number): Promise<void> =>
  refreshRecords(tx, { projectId, recordType: 'companies' }, [companyState(company, version)]);
