import { compileFilter, invalidQuery } from '@parley/persistence';
import { contactFields } from './contact.fields';

/**
 * The condition that a contact has a field, over `params`; a dot leads into free JSON.
 *
 * @throws DomainError INVALID_QUERY for a field that contacts do not have.
 */
export const fieldExists = (field: string, params: unknown[]): string => {
  const place = Object.hasOwn(contactFields, field) ? contactFields[field] : undefined;
  if (!place) {
    const [root = ''] = field.split('.');
    const parent = Object.hasOwn(contactFields, root) ? contactFields[root] : undefined;
    if (field === root || !parent || !('json' in parent))
      throw invalidQuery('fieldExists', `Sessions have no field "${field}".`);
    return compileFilter([{ field, operator: 'ne', values: ['null'] }], contactFields, params);
  }
  if ('json' in place) return `${place.json} IS NOT NULL`;
  if (place.type === 'textArray') return `cardinality(${place.column}) > 0`;
  return `${place.column} IS NOT NULL`;
};
