import { Client } from 'pg';

/** The URL of another database on the same server. */
export const withDatabaseName = (url: string, name: string): string => {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(name)}`;
  return parsed.toString();
};

/** The database a URL names. */
export const readDatabaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** The kinds of letters that PostgreSQL knows in `C`: ASCII, so that trigrams of other words would be none. */
const ASCII_ONLY = ['C', 'POSIX'];
/** `wrong_object_type`: the server's system has no such locale. */
const NO_SUCH_LOCALE = '42809';

const create = async (admin: Client, name: string): Promise<void> => {
  const text = `CREATE DATABASE ${quoted(name)} TEMPLATE template0 ENCODING 'UTF8'`;
  const { rows } = await admin.query<{ letters: string }>(
    `SELECT datctype AS letters FROM pg_database WHERE datname = 'template0'`,
  );
  if (!ASCII_ONLY.includes(rows[0]?.letters ?? '')) return void (await admin.query(text));
  try {
    await admin.query(`${text} LC_CTYPE 'C.UTF-8'`);
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_LOCALE) throw error;
    await admin.query(text);
  }
};

const openClient = (connectionString: string): Client => {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A session that breaks between two statements would otherwise end the process; the next statement reports it.
  client.on('error', () => undefined);
  return client;
};

/**
 * Creates the database that the URL names when the server does not have it. Needs CREATEDB only then; an account
 * without it works as soon as someone created the database.
 */
export const ensureDatabase = async (url: string): Promise<void> => {
  const probe = openClient(url);
  try {
    await probe.connect();
    return;
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
  } finally {
    await probe.end().catch(() => undefined);
  }
  const admin = openClient(withDatabaseName(url, 'postgres'));
  await admin.connect();
  try {
    await create(admin, readDatabaseName(url));
  } catch (error) {
    // 42P04, or a unique violation: another process created it at the same time.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await admin.end();
  }
};

const LIMIT = `
SELECT current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
       - coalesce(current_setting('reserved_connections', true), '0')::integer AS connections`;

/** How many connections a server takes from ordinary accounts, all together. */
export const connectionLimit = async (url: string): Promise<number> => {
  const client = openClient(withDatabaseName(url, 'postgres'));
  await client.connect();
  try {
    const { rows } = await client.query<{ connections: number }>(LIMIT);
    return rows[0]?.connections ?? 0;
  } finally {
    await client.end();
  }
};
