import type {
  ListContactsRequest,
  ListContactsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import type { Shape } from '../rest';

/** "List of `type=organisations`: `[{ companyId, companyName, count, lastActivity }]`"; otherwise the contacts. */
export const listedSessions: Shape<ListContactsRequest, ListContactsResponse> = {
  render: ({ contacts, organisations }, { type }) => (type === 'organisations' ? organisations : contacts),
  schema: {
    // An empty list is both.
    anyOf: [
      { type: 'array', items: { $ref: '#/components/schemas/parley.contacts.v1.Contact' } },
      { type: 'array', items: { $ref: '#/components/schemas/parley.contacts.v1.ContactOrganisation' } },
    ],
  },
};
