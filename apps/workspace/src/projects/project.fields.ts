import type { ListFields } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** The filters and sort keys of the list of projects. */
export const projectList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    role: { column: 'role', type: 'text' },
    defaultLanguage: { column: 'default_language', type: 'text' },
    apiToken: { column: 'api_token', type: 'text' },
    conversationUrl: { column: 'conversation_url', type: 'text' },
    identityVerification: { column: 'identity_verification', type: 'boolean' },
    requestLimitPerMinute: { column: 'request_limit_per_minute', type: 'integer' },
    createdBy: { column: 'created_by', type: 'id' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  sortable: { organisation: 'organisation_id' },
  order: 'id',
  page: SHORT_PAGE,
};
