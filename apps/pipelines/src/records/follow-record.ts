import { type Sql } from '@parley/persistence';
import { type Company } from '@parley/proto/generated/parley/contacts/v1/company';
import { type Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { companyState, contactState, isCutShort } from './event-state';
import { markUnread, refreshRecords } from './record.store';

/** Shows a contact that is on a board as an event told of it; one that did not travel whole is read from its owner soon. */
export const followContact = async (
  tx: Sql,
  projectId: string,
  contact: Contact,
  version: number,
): Promise<void> => {
  const scope = { projectId, recordType: 'contacts' } as const;
  if (isCutShort(contact)) await markUnread(tx, scope, contact.id);
  else await refreshRecords(tx, scope, [contactState(contact, version)]);
};

/** Shows a company that is on a board as an event told of it. */
export const followCompany = (tx: Sql, projectId: string, company: Company, version: number): Promise<void> =>
  refreshRecords(tx, { projectId, recordType: 'companies' }, [companyState(company, version)]);
