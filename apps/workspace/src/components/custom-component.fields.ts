import type { ListFields } from '@parley/persistence';

/** The filters and sort keys of the list of components. */
export const componentList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    template: { column: 'template', type: 'text' },
    sanitizedTemplate: { column: 'sanitized_template', type: 'text' },
    description: { column: 'description', type: 'text' },
    whenToUse: { column: 'when_to_use', type: 'text' },
    isPublished: { column: 'is_published', type: 'boolean' },
    createdBy: { column: 'created_by', type: 'id' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  order: '-id',
  page: { default: 50, max: 100 },
};
