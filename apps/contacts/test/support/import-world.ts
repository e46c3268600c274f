import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { Company } from '@parley/proto/generated/parley/contacts/v1/company';
import type { CallContext } from '@parley/rpc';
import { companyClients, requireCompany, keepEvents } from './companies';
import { requireContact, startContacts, type TestContacts, type TestProject } from './contacts';
import { type ApiRequest, type FakeApi, startFakeApi } from './fake-api';

/** The service and the platforms that it reads: one server that answers for all of them. */
export interface ImportWorld {
  api: FakeApi;
  service: TestContacts;
  /** What tells of an aggregate, oldest first. */
  told(aggregateId: string): Promise<string[]>;
  stop(): Promise<void>;
}

export const startImportWorld = async (): Promise<ImportWorld> => {
  const api = await startFakeApi();
  const service = await startContacts({
    config: {
      hubspotUrl: `${api.url}/hubspot`,
      zendeskUrl: `${api.url}/zendesk/{subdomain}`,
      freshdeskUrl: `${api.url}/freshdesk/{domain}`,
    },
  });
  const events = await keepEvents(service);
  return {
    api,
    service,
    told: async (aggregateId) =>
      (await events(aggregateId)).map(({ subject }) => subject.split('.').at(-1) ?? ''),
    stop: async () => {
      await service.stop();
      await api.stop();
    },
  };
};

/** A project of its own for one test, with what imports left in it. */
export interface ImportProject {
  project: TestProject;
  user: CallContext;
  byUserId(userId: string): Promise<Contact>;
  byEmail(email: string): Promise<Contact[]>;
  company(companyId: string): Promise<Company>;
  /** The requests that a path got. */
  asked(path: string): ApiRequest[];
}

export const openImportProject = ({ api, service }: ImportWorld): ImportProject => {
  const project = service.project();
  const user = project.as('user');
  api.requests.splice(0);
  return {
    project,
    user,
    byUserId: async (userId) => requireContact(await service.contacts.getContactByUserId({ userId }, user)),
    byEmail: async (email) => {
      const filter = [{ field: 'email', operator: 'eq', values: [email] }];
      return (await service.contacts.listContacts({ filter, limit: 10 }, user)).contacts;
    },
    company: async (companyId) =>
      requireCompany(await companyClients(service).companies.getCompany({ companyId }, user)),
    asked: (path) => api.requests.filter((request) => request.path === path),
  };
};
