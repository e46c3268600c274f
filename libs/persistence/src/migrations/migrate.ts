import { createHash } from 'node:crypto';
import { Client, Pool } from 'pg';
import type { PersistenceLog } from '../log';
import { openEngine, type Migration } from './schema-engine';

/** Advisory lock of those who migrate this database; the engine's own lock (72707369) is another. */
const LOCK = 72_707_370;
const LOCK_WAIT = '5min';

interface Recorded {
  name: string;
  checksum: string;
  finished: boolean;
}

/** The checksum that `_prisma_migrations` keeps of a script. */
export const migrationChecksum = (script: string): string =>
  createHash('sha256').update(script).digest('hex');

const recordedMigrations = async (client: Client): Promise<Recorded[]> => {
  try {
    const { rows } = await client.query<Recorded>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
         FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    );
    return rows;
  } catch (error) {
    // 42P01: a new database has no such table.
    if ((error as { code?: string }).code === '42P01') return [];
    throw error;
  }
};

interface State {
  pending: readonly Migration[];
  unfinished: string[];
}

const findState = (migrations: readonly Migration[], recorded: Recorded[]): State => {
  const finished = new Map(recorded.filter((row) => row.finished).map((row) => [row.name, row.checksum]));
  const edited = migrations.filter(({ name, script }) => {
    const checksum = finished.get(name);
    return checksum !== undefined && checksum !== migrationChecksum(script);
  });
  if (edited.length > 0) {
    throw new Error(
      `The migration ${edited.map(({ name }) => name).join(', ')} was edited after this database applied it. ` +
        'Restore its text and put the change in a new migration.',
    );
  }
  return {
    pending: migrations.filter(({ name }) => !finished.has(name)),
    unfinished: recorded.filter((row) => !row.finished).map(({ name }) => name),
  };
};

const takeLock = async (client: Client): Promise<void> => {
  await client.query(`SET lock_timeout = '${LOCK_WAIT}'`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
  } catch (cause) {
    throw new Error(`Another process has been migrating this database for over ${LOCK_WAIT}.`, { cause });
  }
};

const apply = async (url: string, migrations: readonly Migration[], state: State): Promise<string[]> => {
  const pool = new Pool({ connectionString: url, application_name: 'migrations', max: 3 });
  pool.on('error', () => undefined);
  try {
    const engine = await openEngine(pool);
    try {
      // A script is one transaction. After a failure or the death of its process nothing of it remains, and it may run again.
      for (const name of state.unfinished) await engine.markRolledBack(name);
      return await engine.applyMigrations(migrations);
    } catch (error) {
      const cause = engine.scriptError();
      if (!cause) throw error;
      const { rows } = await pool.query<{ name: string }>(
        `SELECT migration_name AS name FROM _prisma_migrations
          WHERE finished_at IS NULL AND rolled_back_at IS NULL ORDER BY started_at DESC LIMIT 1`,
      );
      throw new Error(
        `The migration ${rows[0]?.name ?? 'run'} failed and changed nothing: ${cause.message}. ` +
          'It runs again at the next start.',
        { cause },
      );
    } finally {
      engine.close();
    }
  } finally {
    await pool.end();
  }
};

/**
 * Brings a database to a service's newest migration and answers the names that ran. State is kept in Prisma's
 * `_prisma_migrations`, so the ordinary `prisma migrate deploy` can take over. Several replicas may call it at once;
 * migrations of a newer release are left alone.
 *
 * @throws Error naming the migration that failed or was edited after it ran.
 */
export const migrate = async (
  url: string,
  unordered: readonly Migration[],
  log: PersistenceLog,
): Promise<string[]> => {
  const migrations = [...unordered].sort((a, b) => (a.name < b.name ? -1 : 1));
  const client = new Client({
    connectionString: url,
    application_name: 'migrations',
    connectionTimeoutMillis: 10_000,
  });
  // An idle session that breaks would otherwise end the process; the next statement reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The engine takes longer to load than the rest of a start, so it is left alone when there is nothing to do.
    if (findState(migrations, await recordedMigrations(client)).pending.length === 0) return [];
    await takeLock(client);
    const state = findState(migrations, await recordedMigrations(client));
    if (state.pending.length === 0) return [];
    const applied = await apply(url, migrations, state);
    log.info({ migrations: applied }, 'database migrated');
    return applied;
  } finally {
    await client.end();
  }
};
