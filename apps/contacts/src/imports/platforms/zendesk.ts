import { asObject, asObjects, asText, asTexts, type JsonObject, plainValues } from './json';
import type { PlatformReader } from './platform';
import type { PlatformClient } from './platform-client';
import type { PlatformCompany } from './platform-company';
import type { PlatformContact } from './platform-contact';
import { PlatformError, unlessMissing } from './platform-error';

/** Users of one page: the most that the API gives. */
const PER_PAGE = '100';

const toCompany = (organization: JsonObject): PlatformCompany => ({
  companyId: asText(organization['external_id']) ?? asText(organization['id']) ?? '',
  name: asText(organization['name']),
  domain: asTexts(organization['domain_names'])[0],
  tags: asTexts(organization['tags']),
  customData: plainValues(asObject(organization['organization_fields'])),
});

/** The organisations of one page, by one request; one that is gone is left out of the answer. */
const findOrganizations = async (
  users: readonly JsonObject[],
  client: PlatformClient,
): Promise<Map<string, PlatformCompany>> => {
  const ids = [...new Set(users.flatMap((user) => asText(user['organization_id']) ?? []))];
  if (ids.length === 0) return new Map();
  const answer = await unlessMissing(
    client.get('/api/v2/organizations/show_many.json', { ids: ids.join(',') }),
  );
  return new Map(
    asObjects(asObject(answer)['organizations']).map((organization) => [
      asText(organization['id']) ?? '',
      toCompany(organization),
    ]),
  );
};

const toContact = (user: JsonObject, organization: PlatformCompany | undefined): PlatformContact => ({
  ref: asText(user['id']) ?? '',
  userId: asText(user['external_id']),
  email: asText(user['email']),
  name: asText(user['name']),
  phone: asText(user['phone']),
  avatar: asText(asObject(user['photo'])['content_url']),
  lang: asText(user['locale']),
  companyId: organization?.companyId,
  companyName: organization?.name,
  customData: plainValues(asObject(user['user_fields'])),
  tags: asTexts(user['tags']),
  blocked: user['suspended'] === true,
});

/** Zendesk: `GET /api/v2/users.json` by cursor, end users only, with their organisations. */
export const createZendeskReader = (client: PlatformClient): PlatformReader => ({
  page: async (position) => {
    const answer = asObject(
      await client.get('/api/v2/users.json', {
        'page[size]': PER_PAGE,
        role: 'end-user',
        ...(position !== undefined && { 'page[after]': position }),
      }),
    );
    if (!Array.isArray(answer['users'])) {
      throw new PlatformError('unusable', 'Zendesk answered something else than users.');
    }
    const users = asObjects(answer['users']).filter((user) => user['active'] !== false);
    const organizations = await findOrganizations(users, client);
    const meta = asObject(answer['meta']);
    return {
      contacts: users.map((user) =>
        toContact(user, organizations.get(asText(user['organization_id']) ?? '')),
      ),
      companies: [...organizations.values()],
      next: meta['has_more'] === true ? asText(meta['after_cursor']) : undefined,
    };
  },
});
