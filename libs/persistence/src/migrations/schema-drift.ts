import { Pool } from 'pg';
import { ensureDatabase, withDatabaseName } from '../create-database';
import { newId } from '../ids';
import { migrate } from './migrate';
import { openEngine, type Migration } from './schema-engine';

const DROPPED_INDEX = /^DROP INDEX "((?:[^"]|"")+)";$/;
const SILENT = { info: () => undefined, error: () => undefined };

/** Indexes that a Prisma schema need not name. */
const indexesBeyondPrisma = async (pool: Pool): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
      WHERE i.indpred IS NOT NULL OR i.indexprs IS NOT NULL OR i.indnatts > i.indnkeyatts OR a.amname <> 'btree'`,
  );
  return new Set(rows.map(({ name }) => name));
};

const statements = (script: string): string[] =>
  script
    .split(/^-- .*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/**
 * The SQL statements between the result of the migrations and `schema.prisma`; none when the two agree. Runs in a scratch database
 * on the server of `url`, which is dropped at the end. Not compared, because a Prisma schema cannot express them: triggers,
 * functions, checks, views, sequences, extensions, and indexes that are partial, on an expression, with INCLUDE columns or not
 * B-tree.
 */
export const schemaDrift = async (
  url: string,
  migrations: readonly Migration[],
  schema: string,
): Promise<string[]> => {
  const name = `drift_${newId()}`;
  const scratch = withDatabaseName(url, name);
  await ensureDatabase(scratch);
  const admin = new Pool({ connectionString: url, max: 1 });
  try {
    await migrate(scratch, migrations, SILENT);
    const pool = new Pool({ connectionString: scratch, max: 3 });
    try {
      const engine = await openEngine(pool);
      try {
        const allowed = await indexesBeyondPrisma(pool);
        return statements(await engine.diff(schema)).filter((statement) => {
          const index = DROPPED_INDEX.exec(statement)?.[1];
          return index === undefined || !allowed.has(index.replaceAll('""', '"'));
        });
      } finally {
        engine.close();
      }
    } finally {
      await pool.end();
    }
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
};
