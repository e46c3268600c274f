import type { ListFields } from '@parley/persistence';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1000;

/** The filters and sort keys of the list of templates, over the alias `t`. */
export const templateList: ListFields = {
  fields: {
    id: { column: 't.id', type: 'id' },
    title: { column: 't.title', type: 'text' },
    lexorank: { column: 't.lexorank', type: 'text' },
    isPublic: { column: 't.is_public', type: 'boolean' },
    tags: { column: 't.tags', type: 'textArray' },
    ticketTypes: { column: 't.ticket_types', type: 'textArray' },
    createdBy: { column: 't.created_by', type: 'id' },
    createdAt: { column: 't.created_at', type: 'date' },
    updatedAt: { column: 't.updated_at', type: 'date' },
  },
  sortable: { lexorank: 't.lexorank' },
  order: 'lexorank',
  page: { default: DEFAULT_LIMIT, max: MAX_LIMIT },
};
