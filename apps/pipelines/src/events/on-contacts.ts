import type { DomainEvent } from '@parley/events';
import { hastenJob, STANDING } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import type { Company } from '@parley/proto/generated/parley/contacts/v1/company';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { Deps } from '../deps';
import { mergeRecord, deleteRecord } from '../departures';
import { followCompany, followContact, readingJob } from '../records';

/** The durable that gets what happens to contacts and companies. */
export const CONTACTS_DURABLE = 'pipelines-contacts';

interface Payload {
  contact?: Contact;
  reference?: ContactReference;
  /** Of a merged contact, the one that it turned out to be. */
  into?: ContactReference;
  company?: Company;
  version?: number;
}

/**
 * Keeps copies of contacts and companies up to date. Deletes entries of deleted ones; those of a merged contact move to the one it
 * was merged into.
 */
export const onContacts =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async (event: DomainEvent<Payload>, tx: Sql): Promise<void> => {
    const { subject, projectId, aggregateId: id, payload } = event;
    const { contact, reference, into, company, version } = payload;
    const recordType = subject.startsWith('contacts.v1.company.') ? 'companies' : 'contacts';
    if (into) return mergeRecord(tx, projectId, { from: id, into: into.id });
    if (!subject.endsWith('.updated')) return deleteRecord(tx, { projectId, recordType }, id);
    const isRead = !contact || !reference || (await followContact(tx, projectId, contact, reference.version));
    if (company && version !== undefined) await followCompany(tx, projectId, company, version);
    // A board's content is right within 2 s.
    if (!isRead) await hastenJob(tx, readingJob, {}, { ...STANDING, now: clock() });
  };
