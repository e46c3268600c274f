import {
  CompaniesServiceDefinition,
  type CompanyInput,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { Company } from '@parley/proto/generated/parley/contacts/v1/company';
import { CompanyDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import { ContactMemoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import { type CallContext, type Client, createClient, createLocalCaller } from '@parley/rpc';
import { type OutboxRow, silentObserver, type TestContacts } from './contacts';

/** Clients of the parts of the service that are about companies and memory. */
export interface CompanyClients {
  companies: Client<typeof CompaniesServiceDefinition>;
  companyDirectory: Client<typeof CompanyDirectoryServiceDefinition>;
  memory: Client<typeof ContactMemoryServiceDefinition>;
}

export const companyClients = ({
  implementations,
}: Pick<TestContacts, 'implementations'>): CompanyClients => {
  const caller = createLocalCaller(implementations, silentObserver);
  return {
    companies: createClient(CompaniesServiceDefinition, caller),
    companyDirectory: createClient(CompanyDirectoryServiceDefinition, caller),
    memory: createClient(ContactMemoryServiceDefinition, caller),
  };
};

/** The company of an answer. */
export const requireCompany = ({ company }: { company?: Company | undefined }): Company => {
  if (!company) throw new Error('The answer has no company');
  return company;
};

/** Writes a company and answers it. */
export const putCompany = async (
  { companies }: Pick<CompanyClients, 'companies'>,
  companyId: string,
  company: Partial<CompanyInput>,
  { nulls = [], context }: { nulls?: string[]; context: CallContext },
): Promise<Company> => requireCompany(await companies.upsertCompany({ companyId, company, nulls }, context));

// Events that nobody waits for leave the outbox at once, so a copy is kept for the tests, in the same transaction.
const COPY = `
CREATE SCHEMA copy;
CREATE TABLE copy.event AS SELECT * FROM outbox_event WITH NO DATA;
CREATE FUNCTION copy.keep() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO copy.event SELECT NEW.*; RETURN NULL; END $$;
CREATE TRIGGER keep AFTER INSERT ON outbox_event FOR EACH ROW EXECUTE FUNCTION copy.keep();`;

/** Keeps every event from now on; answers what tells those of an aggregate, oldest first. */
export const keepEvents = async ({
  db,
}: Pick<TestContacts, 'db'>): Promise<(aggregateId: string) => Promise<OutboxRow[]>> => {
  await db.query(COPY);
  return (aggregateId) =>
    db.query<OutboxRow>(
      'SELECT subject, aggregate_id AS "aggregateId", payload FROM copy.event WHERE aggregate_id = $1 ORDER BY seq',
      [aggregateId],
    );
};
