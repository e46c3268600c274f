import { type FieldMap, fieldName, findOwn } from '../filter/field-map';
import { invalidQuery } from '../filter/invalid-query';

/** A sort key of a list: SQL of ours, with `nullsLast` where rows without the value come last either way. */
export type SortField = string | { sql: string; nullsLast: true };

/** Sort keys by their public names. */
export type SortFields = Readonly<Record<string, SortField>>;

const orderBy = (field: SortField, descending: boolean): string => {
  const direction = descending ? 'DESC' : 'ASC';
  return typeof field === 'string' ? `${field} ${direction}` : `${field.sql} ${direction} NULLS LAST`;
};

/** Fields that every row has, so that an index serves both ways. */
const everywhere: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'lastActivity']);

const toSortField = (fields: FieldMap, name: string): SortField | undefined => {
  const place = findOwn(fields, name);
  if (!place || 'json' in place || ['textArray', 'idArray'].includes(place.type)) return undefined;
  return everywhere.has(name) ? place.column : { sql: place.column, nullsLast: true };
};

/**
 * Turns `-createdAt,priority` into the body of ORDER BY, always ending with the id in the direction of the first key,
 * so that pages neither repeat nor skip a row.
 *
 * @param sortable Keys that `fields` lacks, or that an index orders by another column than the one of the filter.
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
  const parts = new Map<string, string>();
  const add = (name: string, descending: boolean): void => {
    const field = findOwn(sortable, name) ?? toSortField(fields, name);
    if (field === undefined) throw invalidQuery('sort', `The list has no order by "${name}".`);
    if (!parts.has(name)) parts.set(name, orderBy(field, descending));
  };
  const keys = (sort ?? fallback)
    .split(',')
    .map((key) => key.trim())
    .map((key) => ({ name: fieldName(key.replace(/^-/, '')), descending: key.startsWith('-') }));
  for (const { name, descending } of keys) add(name, descending);
  add('id', keys[0]?.descending ?? false);
  return [...parts.values()].join(', ');
};
