import { type FieldMap, findField } from '../filter/field-map';
import { invalidQuery } from '../filter/invalid-query';

/** A sort key of a list: SQL of ours, with `nullsLast` where rows without the value come last either way. */
export type SortField = string | { sql: string; nullsLast: true };

/** Sortable fields by their public names; `id` breaks ties. */
export type SortFields = Readonly<Record<string, SortField>> & { readonly id: SortField };

const orderBy = (field: SortField, descending: boolean): string => {
  const direction = descending ? 'DESC' : 'ASC';
  return typeof field === 'string' ? `${field} ${direction}` : `${field.sql} ${direction} NULLS LAST`;
};

const findSortField = (fields: FieldMap, name: string): SortField | undefined => {
  const place = Object.hasOwn(fields, name) ? findField(fields, name) : undefined;
  if (!place || 'json' in place || ['textArray', 'idArray'].includes(place.type)) return undefined;
  return { sql: place.column, nullsLast: true };
};

/**
 * Turns `-createdAt,priority` into the body of ORDER BY, always ending with the id in the direction of the first key,
 * so that pages neither repeat nor skip a row.
 *
 * @param fallback The sort when the query has none, in the same grammar.
 * @param fields The filters of the list: one with a column of a single value is a sort key as well.
 * @throws DomainError INVALID_QUERY naming a field that is no sort key.
 */
export const compileSort = (
  sort: string | undefined,
  sortable: SortFields,
  fallback: string,
  fields: FieldMap = {},
): string => {
  const keys = (sort ?? fallback)
    .split(',')
    .map((key) => key.trim())
    .map((key) => ({ name: key.replace(/^-/, ''), descending: key.startsWith('-') }));
  const parts = new Map<string, string>();
  for (const { name, descending } of keys) {
    const field = Object.hasOwn(sortable, name) ? sortable[name] : findSortField(fields, name);
    if (field === undefined) {
      const names = Object.keys({ ...sortable, ...fields }).filter(
        (one) => one in sortable || findSortField(fields, one),
      );
      throw invalidQuery('sort', `Sort by ${names.join(', ')}; "${name}" is none of them.`);
    }
    if (!parts.has(name)) parts.set(name, orderBy(field, descending));
  }
  if (!parts.has('id')) parts.set('id', orderBy(sortable.id, keys[0]?.descending ?? false));
  return [...parts.values()].join(', ');
};
