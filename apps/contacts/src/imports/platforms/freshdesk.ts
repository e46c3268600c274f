import { asObject, asObjects, asText, asTexts, type JsonObject, plainValues } from './json';
import type { PlatformReader } from './platform';
import type { PlatformClient } from './platform-client';
import type { PlatformCompany } from './platform-company';
import type { PlatformContact } from './platform-contact';
import { PlatformError, unlessMissing } from './platform-error';

/** Contacts of one page: the most that the API gives. A page with fewer is the last. */
const PER_PAGE = 100;

/** Companies asked for at a time. */
const PARALLEL = 5;

/** The list leaves blocked contacts out; they come after it. */
const BLOCKED = 'blocked:';

/** A company by Freshdesk's identifier; null for one that is gone. */
type Company = PlatformCompany | null;

/** Freshdesk: `GET /api/v2/contacts` by number of the page. Contacts name their companies by id only; each is asked for once. */
export const createFreshdeskReader = (client: PlatformClient): PlatformReader => {
  const companies = new Map<string, Company>();

  const learnCompanies = async (contacts: readonly JsonObject[]): Promise<void> => {
    const named = new Set(contacts.flatMap((contact) => asText(contact['company_id']) ?? []));
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
    page: async (position = '1') => {
      const isBlocked = position.startsWith(BLOCKED);
      const page = Number(isBlocked ? position.slice(BLOCKED.length) : position);
      const answer = await client.get('/api/v2/contacts', {
        per_page: String(PER_PAGE),
        page: String(page),
        ...(isBlocked && { state: 'blocked' }),
      });
      if (!Array.isArray(answer))
        throw new PlatformError('unusable', 'Freshdesk answered something else than contacts.');
      const contacts = asObjects(answer);
      await learnCompanies(contacts);
      const findCompany = (contact: JsonObject): Company | undefined =>
        companies.get(asText(contact['company_id']) ?? '');
      const isLast = answer.length < PER_PAGE;
      const more = `${isBlocked ? BLOCKED : ''}${page + 1}`;
      return {
        contacts: contacts.map((contact) => toContact(contact, findCompany(contact), isBlocked)),
        companies: [...new Set(contacts.flatMap((contact) => findCompany(contact) ?? []))],
        next: isLast ? (isBlocked ? undefined : `${BLOCKED}1`) : more,
      };
    },
  };
};

const readCompany = async (client: PlatformClient, id: string): Promise<Company> => {
  const answer = await unlessMissing(client.get(`/api/v2/companies/${encodeURIComponent(id)}`));
  if (answer === undefined) return null;
  const company = asObject(answer);
  const { industry, health_score, renewal_date } = company;
  return {
    companyId: id,
    name: asText(company['name']),
    plan: asText(company['account_tier']),
    domain: asTexts(company['domains'])[0],
    customData: {
      ...plainValues({ industry, health_score, renewal_date }),
      ...plainValues(asObject(company['custom_fields'])),
    },
  };
};

const toContact = (
  contact: JsonObject,
  company: Company | undefined,
  isBlocked: boolean,
): PlatformContact => {
  const { job_title, time_zone, twitter_id } = contact;
  return {
    ref: asText(contact['id']) ?? '',
    userId: asText(contact['unique_external_id']),
    email: asText(contact['email']),
    name: asText(contact['name']),
    phone: asText(contact['phone']) ?? asText(contact['mobile']),
    avatar: asText(asObject(contact['avatar'])['avatar_url']),
    lang: asText(contact['language']),
    companyId: company?.companyId,
    companyName: company?.name,
    customData: {
      ...plainValues({ job_title, time_zone, twitter_id }),
      ...plainValues(asObject(contact['custom_fields'])),
    },
    tags: asTexts(contact['tags']),
    blocked: isBlocked,
  };
};
