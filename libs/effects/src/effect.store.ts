import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** What names an effect: the id that every repetition of the request carries, and the method that had it. */
export interface EffectKey {
  effectId: string;
  method: string;
}

/** The sealed response of an effect; undefined when there was none. */
export const findEffect = async (sql: Sql, { effectId, method }: EffectKey): Promise<string | undefined> => {
  const [row] = await sql.query<{ response: string }>(
    'SELECT response FROM request_effect WHERE effect_id = $1 AND method = $2',
    [effectId, method],
    prepare,
  );
  return row?.response;
};

/** Fails on the primary key when the effect was had before; waits for a transaction that is having it right now. */
export const insertEffect = async (
  sql: Sql,
  { effectId, method }: EffectKey,
  response: string,
): Promise<void> => {
  await sql.query(
    'INSERT INTO request_effect (effect_id, method, response) VALUES ($1, $2, $3)',
    [effectId, method, response],
    prepare,
  );
};

/** Deletes at most `batch` effects that are older; answers how many. */
export const pruneEffects = async (sql: Sql, before: Date, batch: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM request_effect WHERE (effect_id, method) IN (
       SELECT effect_id, method FROM request_effect
        WHERE created_at < $1 ORDER BY created_at LIMIT $2)
     RETURNING 1`,
    [before, batch],
    prepare,
  );
  return rows.length;
};
