import type { Company } from '@parley/proto/generated/parley/contacts/v1/company';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import {
  type AttributeValue,
  type Record as RecordDocument,
  RecordDirectoryServiceDefinition,
} from '@parley/proto/generated/parley/contacts/v1/record_directory_service';
import { type CallContext, type Caller, type Client, createClient, createLocalCaller } from '@parley/rpc';
import { companyClients, type CompanyClients, keepEvents, putCompany } from './companies';
import { requireContact, type OutboxRow, silentObserver, startContacts, type TestContacts } from './contacts';

/** A client of records, as other services have it. */
export type RecordClient = Client<typeof RecordDirectoryServiceDefinition>;

export const recordClient = (caller: Caller): RecordClient =>
  createClient(RecordDirectoryServiceDefinition, caller);

/** A write as the RPC takes it, from values by attribute. */
export const attributes = (values: Readonly<Record<string, unknown>>): AttributeValue[] =>
  Object.entries(values).map(([attribute, value]) => ({ attribute, value }));

/** The error that names these fields. */
export const invalidAt = (...fields: string[]): object => ({
  reason: 'INVALID_INPUT',
  fields: fields.map((field) => ({ field, message: expect.any(String) as unknown })),
});

/** The service with what tests of records need. */
export interface RecordWorld {
  service: TestContacts;
  companies: CompanyClients['companies'];
  records: RecordClient;
  /** Every event of a record so far, oldest first. */
  listEvents(id: string): Promise<OutboxRow[]>;
  create(contact: Record<string, unknown>, context: CallContext): Promise<Contact>;
  put(companyId: string, company: Record<string, unknown>, context: CallContext): Promise<Company>;
  get(recordType: string, ids: string[], context: CallContext): Promise<RecordDocument[]>;
}

export const startRecords = async (): Promise<RecordWorld> => {
  const service = await startContacts();
  const { companies } = companyClients(service);
  const records = recordClient(createLocalCaller(service.implementations, silentObserver));
  return {
    service,
    companies,
    records,
    listEvents: await keepEvents(service),
    create: async (contact, context) =>
      requireContact(await service.contacts.createContact({ contact }, context)),
    put: (companyId, company, context) => putCompany({ companies }, companyId, company, { context }),
    get: async (recordType, ids, context) => (await records.getRecords({ recordType, ids }, context)).records,
  };
};
