import { type Sql } from '@parley/persistence';
import { type Change } from '../facts/figures';

type Spread = Change['spreads'][number];

/** Rows that are written at once. */
const PAGE = 5_000;

/** Adds up how durations of a whole project are spread: some 80,000 sums a year. */
export const createSpreadSums = (): { add(spreads: readonly Spread[]): void; all(): Spread[] } => {
  const sums = new Map<string, Spread>();
  return {
    add: (spreads) => {
      for (const spread of spreads) {
        const { figure, working, day, bucket, count, total } = spread;
        const key = `${figure} ${working} ${day} ${bucket}`;
        const sum = sums.get(key);
        if (!sum) sums.set(key, { ...spread });
        else {
          sum.count += count;
          sum.total += total;
        }
      }
    },
    all: () => [...sums.values()],
  };
};

/** Writes sums of a project that has none. */
export const writeSpreads = async (tx: Sql, projectId: string, spreads: readonly Spread[]): Promise<void> => {
  for (let from = 0; from < spreads.length; from += PAGE)
    await tx.query(
      `INSERT INTO fact_spread (project_id, figure, working, day, bucket, count, total)
       SELECT $1, figure, working, (to_timestamp(day / 1000.0) AT TIME ZONE 'UTC')::date, bucket, count, total
         FROM json_to_recordset($2::json)
              AS r (figure smallint, working boolean, day float8, bucket smallint, count bigint, total bigint)`,
      [projectId, JSON.stringify(spreads.slice(from, from + PAGE))],
    );
};
