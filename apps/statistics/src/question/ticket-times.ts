import { compileFilter, type FieldMap, readDate } from '@parley/persistence';
import type { FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';

const buildTimeFields = (createdAt: string): FieldMap => ({
  createdAt: { column: createdAt, type: 'date' },
  updatedAt: { column: 't.updated_at', type: 'date' },
});

/**
 * Conditions on the times of the ticket `t` as SQL. 400 `invalid_query` naming a field with a value that is no time.
 *
 * @param createdAt The SQL of the ticket's creation.
 */
export const ticketTimesSql = (
  conditions: readonly FieldFilter[],
  params: unknown[],
  createdAt = 't.created_at',
): string => compileFilter(conditions, buildTimeFields(createdAt), params);

/** Times from one on and before another, in milliseconds since 1970. */
export interface TimeRange {
  from: number;
  until: number;
}

const ALWAYS: TimeRange = { from: -Infinity, until: Infinity };

/** What two ranges have in common. */
export const within = (one: TimeRange, other: TimeRange): TimeRange => ({
  from: Math.max(one.from, other.from),
  until: Math.min(one.until, other.until),
});

// Times are kept to the millisecond.
const rangeByOperator: Readonly<Record<string, (at: number) => TimeRange>> = {
  gte: (from) => ({ ...ALWAYS, from }),
  gt: (at) => ({ ...ALWAYS, from: at + 1 }),
  lt: (until) => ({ ...ALWAYS, until }),
  lte: (at) => ({ ...ALWAYS, until: at + 1 }),
};

/** When tickets were created and changed by these conditions; undefined when they are no ranges. */
export const ticketRanges = (
  conditions: readonly FieldFilter[],
): { created: TimeRange; updated: TimeRange } | undefined => {
  const ranges = { created: ALWAYS, updated: ALWAYS };
  for (const { field, operator, values } of conditions) {
    const range = Object.hasOwn(rangeByOperator, operator) ? rangeByOperator[operator] : undefined;
    if (!range || values[0] === undefined) return undefined;
    const name = field === 'createdAt' ? 'created' : 'updated';
    ranges[name] = within(ranges[name], range(Date.parse(readDate(field, values[0]))));
  }
  return ranges;
};
