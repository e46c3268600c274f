import { openRedis } from '@parley/cache';
import { openDatabase } from '@parley/persistence';
import { eventually } from '@parley/testing';

/** Tables and columns of a database whose rows contain any of the texts, as `table: row`. */
export const rowsContaining = async (url: string, texts: readonly string[]): Promise<string[]> => {
  const db = openDatabase({ url, applicationName: 'leftovers', maxConnections: 1 });
  try {
    const tables = await db.query<{ name: string }>(
      `SELECT quote_ident(table_name) AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await db.query<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${name} t WHERE row_to_json(t)::text LIKE ANY($1)`,
        [texts.map((text) => `%${text}%`)],
      );
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return found;
  } finally {
    await db.close();
  }
};

/** Keys of a Redis server that contain any of the texts, in their name or value. */
export const keysContaining = async (url: string, texts: readonly string[]): Promise<string[]> => {
  const nothing = (): undefined => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const redis = openRedis(url, { name: 'leftovers', log });
  try {
    await eventually(() => redis.ping());
    const found: string[] = [];
    for await (const keys of redis.client.scanIterator())
      for (const key of keys) {
        const isText = (await redis.client.type(key)) === 'string';
        // This reads texts only, so a key of another kind is always shown.
        const entry = isText ? `${key}: ${(await redis.client.get(key)) ?? ''}` : texts[0] + key;
        if (texts.some((text) => entry.includes(text))) found.push(`redis ${entry}`);
      }
    return found;
  } finally {
    await redis.close();
  }
};
