import type { TicketsListQuery, View } from '@parley/client';

/** Filters by name. */
export type Lane = NonNullable<View['filter']>;

/** The filters of a list as views and selections have them: by name, with the operator before the sign of equality. */
export const toLane = ({ conditions = {}, sort: _, ...filters }: TicketsListQuery): Lane => ({
  ...filters,
  ...Object.fromEntries(
    Object.entries(conditions).map(([name, value]) => [/[!<>]$/.test(name) ? `${name}=` : name, value]),
  ),
});
