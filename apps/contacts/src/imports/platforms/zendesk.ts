import { asObject, asObjects, asText, asTexts, type JsonObject, plainValues } from './json';
import { type PlatformReader } from './platform';
import { type PlatformClient } from './platform-client';
import { type PlatformContact } from './platform-contact';
import { PlatformError, unlessMissing } from './platform-error';

/** Users of one page: the most that the API gives. */
const PER_PAGE = '100';

/** An organisation as contacts are linked with it. */
interface Organization {
  id: string;
  name: string | undefined;
}

/** The organisations of one page, by one request; one that is gone is left out of the answer. */
const organizationsOf = async (
  users: readonly JsonObject[],
  client: PlatformClient,
): Promise<Map<string, Organization>> => {
  const ids = [...new Set(users.flatMap((user) => asText(user['organization_id']) ?? []))];
  if (ids.length === 0) return new Map();
  const answer = await unlessMissing(
    client.get('/api/v2/organizations/show_many.json', { ids: ids.join(',') }),
  );
  return new Map(
    asObjects(asObject(answer)['organizations']).map((organization) => {
      const id = asText(organization['id']) ?? '';
      const name = asText(organization['name']);
      return [id, { id: asText(organization['external_id']) ?? id, name }];
    }),
  );
};

const toContact = (user: JsonObject, organization: Organization | undefined): PlatformContact => ({
  ref: asText(user['id']) ?? '',
  userId: asText(user['external_id']),
  email: asText(user['email']),
  name: asText(user['name']),
  phone: asText(user['phone']),
  avatar: asText(asObject(user['photo'])['content_url']),
  lang: asText(user['locale']),
  companyId: organization?.id,
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
    const organizations = await organizationsOf(users, client);
    const meta = asObject(answer['meta']);
    return {
      contacts: users.map((user) =>
        toContact(user, organizations.get(asText(user['organization_id']) ?? '')),
      ),
      next: meta['has_more'] === true ? asText(meta['after_cursor']) : undefined,
    };
  },
});
