import { openDatabase } from '@parley/persistence';

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
