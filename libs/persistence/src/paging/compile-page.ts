import { invalidQuery } from '../filter/invalid-query';

/** The part of a list to answer. */
export interface Page {
  skip: number;
  limit: number;
}

/** `skip` and `limit` as a caller sends them. */
export interface PageQuery {
  skip?: string | number | undefined;
  limit?: string | number | undefined;
}

const count = (name: string, value: string | number): number => {
  const number = typeof value === 'string' && !/^\d{1,16}$/.test(value) ? Number.NaN : Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw invalidQuery(name, 'Give a whole number from 0.');
  return number;
};

/**
 * Reads `skip` and `limit`. A limit of 0 is the default, one above `max` becomes `max`; the default is taken as it is,
 * even above `max`, because the engagement lists give 1000 unasked and 100 asked for.
 *
 * @throws DomainError INVALID_QUERY for a negative or non-numeric value.
 */
export const compilePage = (query: PageQuery, limits: { default: number; max: number }): Page => {
  const limit = query.limit === undefined ? 0 : count('limit', query.limit);
  return {
    skip: query.skip === undefined ? 0 : count('skip', query.skip),
    limit: limit === 0 ? limits.default : Math.min(limit, limits.max),
  };
};
