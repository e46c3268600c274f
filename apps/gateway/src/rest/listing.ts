import { DomainError, type FieldProblem } from '@parley/errors';
import type { FilterKind, Listing } from '@parley/proto';
import type { FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';
import type { Page } from './operation';
import { invalidQuery } from './problem';
import { closedValue } from './closed';
import type { QueryPair } from './query';

/** Greatest `skip`, and `limit` of a list without a greatest one: the maximum of the contract's int32. */
const MAX_COUNT = 2 ** 31 - 1;

/** Most names that a message lists. */
const MAX_NAMED = 30;

const forbidden = /^(project|organisation)(\.|$)/;

/** 400 `forbidden_filter` for a condition on project or organisation, with any operator. */
export const refuseForbidden = (pairs: readonly QueryPair[]): void => {
  for (const { key } of pairs) {
    const name = forbidden.exec(key)?.[1];
    if (name === undefined) continue;
    throw new DomainError(
      'invalid',
      'FORBIDDEN_FILTER',
      `Lists cannot be filtered by ${name}. The header \`project\` chooses it.`,
      { fields: [{ field: key, message: 'cannot be filtered by' }] },
    );
  }
};

/** Names for a message: the first of many. */
export const named = (names: readonly string[]): string =>
  names.length <= MAX_NAMED ? names.join(', ') : `${names.slice(0, MAX_NAMED).join(', ')} …`;

/** Kind of a field that a list is filtered by: its own, or `free` for one inside a field of free JSON. */
export const findKind = ({ filter }: Listing, field: string): FilterKind | undefined => {
  if (Object.hasOwn(filter, field)) return filter[field];
  const inside = Object.keys(filter).some((name) => filter[name] === 'free' && field.startsWith(`${name}.`));
  return inside ? 'free' : undefined;
};

/** Problems of the filters that a request names. */
export const filterProblems = (listing: Listing, fields: readonly string[]): FieldProblem[] =>
  fields
    .filter((field) => findKind(listing, field) === undefined)
    .map((field) => ({
      field: field === '' ? 'query' : field,
      message:
        field === ''
          ? 'has a condition without a field'
          : `is no parameter and no field to filter by; those are ${named(Object.keys(listing.filter))}`,
    }));

/** As the value of a condition: the field is unset. */
export const UNSET = 'null';

const findClosedValues = (closed: Listing['closed'], field: string): readonly string[] | undefined =>
  Object.hasOwn(closed, field) ? closed[field] : undefined;

/** Conditions with values of closed vocabularies in their own spelling, however a caller writes them. */
export const withClosedValues = ({ closed }: Listing, conditions: readonly FieldFilter[]): FieldFilter[] =>
  conditions.map((condition) => {
    const known = findClosedValues(closed, condition.field);
    if (!known) return condition;
    return { ...condition, values: condition.values.map((value) => closedValue(known, value)) };
  });

/** Problems of values from closed vocabularies. */
export const closedProblems = ({ closed }: Listing, conditions: readonly FieldFilter[]): FieldProblem[] =>
  conditions.flatMap(({ field, values }) => {
    const known = findClosedValues(closed, field);
    if (!known || values.every((value) => value === UNSET || known.includes(value))) return [];
    return [{ field, message: `must be one of ${known.join(', ')}` }];
  });

/** Problems of unknown keys in the query. */
export const unknownProblems = (pairs: readonly QueryPair[], known: readonly string[]): FieldProblem[] =>
  pairs.map(({ key }) => ({
    field: key === '' ? 'query' : key,
    message: `is no parameter of this operation; it takes ${named(known) || 'none'}`,
  }));

/** A `sort` in one way of writing: `createdAt_asc` and `createdAt_desc` mean `createdAt` and `-createdAt`. */
export const plainSort = (sort: string): string =>
  sort
    .split(',')
    .map((key) =>
      key
        .trim()
        .replace(/^([^-].*)_(asc|desc)$/i, (_, name: string, way: string) =>
          /^d/i.test(way) ? `-${name}` : name,
        ),
    )
    .join(',');

/** Problems of a `sort`: `-createdAt`, several by comma. */
export const sortProblems = (listing: Listing, sort: string): FieldProblem[] => {
  const unknown = sort
    .split(',')
    .map((key) => key.trim().replace(/^-/, ''))
    .filter((name) => !listing.sort.includes(name));
  if (unknown.length === 0) return [];
  return [
    { field: 'sort', message: `must be of ${listing.sort.join(', ')}, with a minus sign for descending` },
  ];
};

/** Brings `skip` and `limit` into their bounds: above the maximum means the maximum, a limit of 0 or none the default. */
export const withPage = (
  message: Record<string, unknown>,
  page: Page | undefined,
): Record<string, unknown> => {
  for (const name of ['skip', 'limit'])
    if (typeof message[name] === 'number') message[name] = Math.min(message[name], MAX_COUNT);
  if (!page) return message;
  const limit = message['limit'];
  message['limit'] = typeof limit === 'number' && limit > 0 ? Math.min(limit, page.max) : page.default;
  return message;
};

/** 400 `invalid_query` when there is a problem. */
export const refuse = (problems: readonly FieldProblem[]): void => {
  if (problems.length > 0) throw invalidQuery([...problems]);
};
