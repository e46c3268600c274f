import { asObject, asObjects, asText, type JsonObject, plainValues } from './json';
import type { PlatformReader } from './platform';
import type { PlatformClient } from './platform-client';
import { asNumber, readDomain, type PlatformCompany } from './platform-company';
import type { PlatformContact } from './platform-contact';
import { PlatformError, unlessMissing } from './platform-error';

/** Contacts of one page: the most that the API gives. */
const PER_PAGE = '150';

/** The answers that are understood; without it a workspace's own, perhaps much older, version answers. */
const VERSION = { 'intercom-version': '2.11' };

/** Companies asked for at a time. */
const PARALLEL = 5;

/** A company by Intercom's own identifier; null for one that is gone. */
type Company = PlatformCompany | null;

const readCompanyId = (contact: JsonObject): string | undefined =>
  asText(asObjects(asObject(contact['companies'])['data'])[0]?.['id']);

const readCompany = async (client: PlatformClient, id: string): Promise<Company> => {
  const answer = await unlessMissing(client.get(`/companies/${encodeURIComponent(id)}`, {}, VERSION));
  if (answer === undefined) return null;
  const company = asObject(answer);
  const { industry, size, website } = company;
  return {
    companyId: asText(company['company_id']) ?? id,
    name: asText(company['name']),
    plan: asText(asObject(company['plan'])['name']),
    domain: readDomain(website),
    value: asNumber(company['monthly_spend']),
    customData: {
      ...plainValues({ industry, size, website }),
      ...plainValues(asObject(company['custom_attributes'])),
    },
  };
};

const readAvatar = (avatar: unknown): string | undefined =>
  asText(avatar) ?? asText(asObject(avatar)['image_url']);

const toContact = (contact: JsonObject, company: Company | undefined): PlatformContact => {
  const { country, region, city } = asObject(contact['location']);
  return {
    ref: asText(contact['id']) ?? '',
    userId: asText(contact['external_id']),
    email: asText(contact['email']),
    name: asText(contact['name']),
    phone: asText(contact['phone']),
    avatar: readAvatar(contact['avatar']),
    lang: asText(contact['language_override']) ?? asText(contact['browser_language']),
    platform: asText(contact['os']),
    companyId: company?.companyId,
    companyName: company?.name,
    location: plainValues({ country, region, city }),
    customData: plainValues(asObject(contact['custom_attributes'])),
    unsubscribed: contact['unsubscribed_from_emails'] === true,
  };
};

/** Intercom: `GET /contacts` by cursor. Contacts name their companies by id only; each company is asked for once. */
export const createIntercomReader = (client: PlatformClient): PlatformReader => {
  const companies = new Map<string, Company>();

  const learnCompanies = async (contacts: readonly JsonObject[]): Promise<void> => {
    const named = new Set(contacts.flatMap((contact) => readCompanyId(contact) ?? []));
    const unknown = [...named].filter((id) => !companies.has(id));
    for (let start = 0; start < unknown.length; start += PARALLEL) {
      await Promise.all(
        unknown
          .slice(start, start + PARALLEL)
          .map(async (id) => void companies.set(id, await readCompany(client, id))),
      );
    }
  };

  return {
    page: async (position) => {
      const query = { per_page: PER_PAGE, ...(position !== undefined && { starting_after: position }) };
      const answer = asObject(await client.get('/contacts', query, VERSION));
      if (!Array.isArray(answer['data'])) {
        throw new PlatformError('unusable', 'Intercom answered something else than contacts.');
      }
      const contacts = asObjects(answer['data']);
      await learnCompanies(contacts);
      const findCompany = (contact: JsonObject): Company | undefined =>
        companies.get(readCompanyId(contact) ?? '');
      return {
        contacts: contacts.map((contact) => toContact(contact, findCompany(contact))),
        companies: [...new Set(contacts.flatMap((contact) => findCompany(contact) ?? []))],
        next: asText(asObject(asObject(answer['pages'])['next'])['starting_after']),
      };
    },
  };
};
