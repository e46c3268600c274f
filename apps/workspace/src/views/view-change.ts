import { type FieldProblem, invalid } from '@parley/errors';
import { jsonBytes } from '@parley/json';
import type { UpdateViewRequest } from '@parley/proto/generated/parley/workspace/v1/views_service';
import { requiredName } from '../names';
import type { ViewRow } from './view.store';

/** Most bytes of JSON that a filter has. */
export const MAX_FILTER_BYTES = 8_192;

const isValue = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** A filter as lists take it. 400 naming each key with another value. */
const readFilter = (filter: Record<string, unknown>): Record<string, unknown> => {
  const problems = Object.entries(filter).flatMap(([key, value]): FieldProblem[] =>
    isValue(value) || (Array.isArray(value) && value.every(isValue))
      ? []
      : [
          {
            field: `filter.${key}`,
            message: 'must be a text, a number, true, false, null or a list of these',
          },
        ],
  );
  if (jsonBytes(filter) > MAX_FILTER_BYTES)
    problems.push({ field: 'filter', message: `must have at most ${MAX_FILTER_BYTES} bytes of JSON` });
  if (problems.length > 0) throw invalid(problems);
  return filter;
};

type Sent = Partial<Pick<UpdateViewRequest, 'name' | 'filter' | 'sort' | 'shared' | 'lexorank' | 'nulls'>>;

/** The fields that a request sets: null clears `filter`, `sort` and `shared`. */
export const readViewChange = ({ nulls = [], ...sent }: Sent): Partial<ViewRow> => {
  const problems = ['name', 'lexorank']
    .filter((field) => nulls.includes(field))
    .map((field): FieldProblem => ({ field, message: 'cannot be cleared' }));
  if (problems.length > 0) throw invalid(problems);
  const { name, filter, sort, shared, lexorank } = sent;
  return {
    ...(name !== undefined && { name: requiredName(name) }),
    ...(filter !== undefined && { filter: readFilter(filter) }),
    ...(sort !== undefined && { sort: sort.trim() || null }),
    ...(shared !== undefined && { shared }),
    ...(lexorank !== undefined && { lexorank }),
    ...(nulls.includes('filter') && { filter: {} }),
    ...(nulls.includes('sort') && { sort: null }),
    ...(nulls.includes('shared') && { shared: false }),
  };
};
