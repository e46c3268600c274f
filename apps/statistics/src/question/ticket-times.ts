import { compileFilter, type FieldMap } from '@parley/persistence';
import { type FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';

const timesOf = (createdAt: string): FieldMap => ({
  createdAt: { column: createdAt, type: 'date' },
  updatedAt: { column: 't.updated_at', type: 'date' },
});

/**
 * Conditions on the times of the ticket `t` as SQL. 400 `invalid_query` naming a field whose value is no time.
 *
 * @param createdAt Where it says when the ticket was created.
 */
export const ticketTimesSql = (
  conditions: readonly FieldFilter[],
  params: unknown[],
  createdAt = 't.created_at',
): string => compileFilter(conditions, timesOf(createdAt), params);
