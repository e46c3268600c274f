import { compileFilter, type FieldMap } from '@parley/persistence';
import { type FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';

const ticketTimes: FieldMap = {
  createdAt: { column: 't.created_at', type: 'date' },
  updatedAt: { column: 't.updated_at', type: 'date' },
};

/** Conditions on the times of the ticket `t` as SQL. 400 `invalid_query` naming a field whose value is no time. */
export const ticketTimesSql = (conditions: readonly FieldFilter[], params: unknown[]): string =>
  compileFilter(conditions, ticketTimes, params);
