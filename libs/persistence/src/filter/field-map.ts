/** How a filterable field is stored in a column. */
export type ColumnType =
  | 'text'
  /** An address in the form in which all are stored, see `comparableEmail`. */
  | 'email'
  /** A column of identifiers. */
  | 'id'
  /** `integer`, `bigint` or `smallint`. */
  | 'integer'
  /** `double precision`. */
  | 'number'
  | 'boolean'
  /** `timestamptz(3)`. */
  | 'date'
  /** `text[]`. */
  | 'textArray'
  /** An array of identifiers, of whatever text type. */
  | 'idArray';

/** Where a public field is found. Columns are SQL of ours, never a caller's. */
export type FieldPlace =
  | { column: string; type: ColumnType }
  /** A closed, ordered vocabulary, stored as the position in `ranks` (from 0). */
  | { column: string; type: 'rank'; ranks: readonly string[] }
  /** Inside a `jsonb` column, at `path`; dots after the field's name lead further in. */
  | { json: string; path?: readonly string[] };

/** The fields of a list by their public names, e.g. `{ status: …, 'lastResponse.contact': …, customData: … }`. */
export type FieldMap = Readonly<Record<string, FieldPlace>>;

/** Deepest look inside free JSON. */
const MAX_DEPTH = 10;

/** The name of a field in maps: documents show their id as `_id` too. */
export const fieldName = (name: string): string => (name === '_id' ? 'id' : name);

/** The place of a field in a map of fields. */
export const findOwn = <Place>(fields: Readonly<Record<string, Place>>, name: string): Place | undefined => {
  const key = fieldName(name);
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
};

/** Finds a field by its whole name, or by the longest name before a dot that leads into JSON. */
export const findField = (fields: FieldMap, name: string): FieldPlace | undefined => {
  const exact = findOwn(fields, name);
  if (exact) return exact;
  const parts = name.split('.');
  if (parts.length > MAX_DEPTH || parts.includes('')) return undefined;
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const place = findOwn(fields, parts.slice(0, length).join('.'));
    if (!place) continue;
    if (!('json' in place)) return undefined;
    return { json: place.json, path: [...(place.path ?? []), ...parts.slice(length)] };
  }
  return undefined;
};
