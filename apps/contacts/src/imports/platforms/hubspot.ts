import { asObject, asObjects, asText, type JsonObject, plainValues } from './json';
import type { PlatformReader } from './platform';
import type { PlatformClient } from './platform-client';
import { asNumber, type PlatformCompany } from './platform-company';
import type { PlatformContact } from './platform-contact';
import { PlatformError, unlessMissing } from './platform-error';

/** Contacts of one page: the most that the API gives. */
const PER_PAGE = '100';

const properties = [
  'email',
  'firstname',
  'lastname',
  'phone',
  'mobilephone',
  'company',
  'jobtitle',
  'lifecyclestage',
  'website',
  'city',
  'state',
  'country',
  'hs_language',
  'hs_email_optout',
];

const companyProperties = [
  'name',
  'domain',
  'website',
  'annualrevenue',
  'industry',
  'numberofemployees',
  'phone',
  'address',
  'zip',
  'city',
  'state',
  'country',
];

const readCompanyId = (contact: JsonObject): string | undefined =>
  asText(asObjects(asObject(asObject(contact['associations'])['companies'])['results'])[0]?.['id']);

const toCompany = (company: JsonObject): PlatformCompany => {
  const values = asObject(company['properties']);
  const { industry, numberofemployees, phone, website, address, zip, city, state, country } = values;
  return {
    companyId: asText(company['id']) ?? '',
    name: asText(values['name']),
    domain: asText(values['domain']),
    value: asNumber(values['annualrevenue']),
    address: plainValues({ street: address, zip, city, region: state, country }),
    customData: plainValues({ industry, numberofemployees, phone, website }),
  };
};

/** The companies of one page, by one request; a company that is gone is left out of the answer. */
const readCompanies = async (
  contacts: readonly JsonObject[],
  client: PlatformClient,
): Promise<Map<string, PlatformCompany>> => {
  const ids = [...new Set(contacts.flatMap((contact) => readCompanyId(contact) ?? []))];
  if (ids.length === 0) return new Map();
  const answer = await unlessMissing(
    client.post('/crm/v3/objects/companies/batch/read', {
      properties: companyProperties,
      inputs: ids.map((id) => ({ id })),
    }),
  );
  return new Map(
    asObjects(asObject(answer)['results'])
      .map(toCompany)
      .map((company) => [company.companyId, company]),
  );
};

const toContact = (contact: JsonObject, company: PlatformCompany | undefined): PlatformContact => {
  const values = asObject(contact['properties']);
  const { city, state, country, jobtitle, lifecyclestage, website } = values;
  return {
    ref: asText(contact['id']) ?? '',
    email: asText(values['email']),
    name: [asText(values['firstname']), asText(values['lastname'])].filter(Boolean).join(' ') || undefined,
    phone: asText(values['phone']) ?? asText(values['mobilephone']),
    lang: asText(values['hs_language']),
    companyId: company?.companyId,
    companyName: company ? company.name : asText(values['company']),
    location: plainValues({ country, region: state, city }),
    customData: plainValues({ jobtitle, lifecyclestage, website }),
    unsubscribed: asText(values['hs_email_optout']) === 'true' || values['hs_email_optout'] === true,
  };
};

/** HubSpot: `GET /crm/v3/objects/contacts` by cursor, with the first company of each. */
export const createHubspotReader = (client: PlatformClient): PlatformReader => ({
  page: async (position) => {
    const answer = asObject(
      await client.get('/crm/v3/objects/contacts', {
        limit: PER_PAGE,
        properties: properties.join(','),
        associations: 'companies',
        archived: 'false',
        ...(position !== undefined && { after: position }),
      }),
    );
    if (!Array.isArray(answer['results'])) {
      throw new PlatformError('unusable', 'HubSpot answered something else than contacts.');
    }
    const contacts = asObjects(answer['results']);
    const companies = await readCompanies(contacts, client);
    return {
      contacts: contacts.map((contact) => toContact(contact, companies.get(readCompanyId(contact) ?? ''))),
      companies: [...companies.values()],
      next: asText(asObject(asObject(answer['paging'])['next'])['after']),
    };
  },
});
