import { isEngineAway } from '@parley/errors';
import { type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import { createCommit } from './after-commit';
import { readTime } from './read-time';

/**
 * int8 as number: our counts and sizes stay below 2^53. For our own statements only: Prisma, which may share the pool,
 * reads int8 by itself and exactly.
 */
const typeParsers: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === types.builtins.INT8) return Number;
    if (type === types.builtins.TIMESTAMPTZ && format !== 'binary') return readTime;
    return types.getTypeParser(type, format) as (value: string) => unknown;
  },
};

/** Options of one statement. */
export interface QueryOptions {
  /**
   * Keep the statement prepared on its connection. Only for constant texts: each distinct text takes memory on the server for the
   * life of the connection. Not for a worker's poll of its queue: PostgreSQL plans it for an empty queue and keeps the plan when
   * the queue is long.
   */
  prepare?: boolean;
  /** Whether it is a look that leaves nothing to do: it counts as no use of the database. */
  isLook?: boolean;
}

/** Something that runs SQL: the pool, or one transaction. */
export interface Sql {
  /** Runs one parameterised statement and answers its rows. */
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row[]>;
}

/** A service's database. */
export interface Database extends Sql {
  readonly pool: Pool;
  /** Calls `listener` whenever a connection is taken for anything but a look. */
  onUse(listener: () => void): void;
  /** Rejects when the server does not answer. */
  ping(): Promise<void>;
  /** Runs `work` in one transaction; rolls back when it throws. Must not hold a remote call. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` on a connection of its own, for LISTEN, cursors and session locks. */
  withConnection<T>(work: (connection: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Settings of a connection pool. */
export interface DatabaseOptions {
  url: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Most connections; default 10. */
  maxConnections?: number;
  /** Milliseconds after which the server gives up on a statement; default 30,000. */
  statementTimeout?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
}

/** Connections that stay open once they are. */
const KEPT_CONNECTIONS = 3;

const names = new Map<string, string>();
const nameStatement = (text: string): string => {
  const known = names.get(text);
  if (known) return known;
  const name = `parley_${names.size + 1}`;
  names.set(text, name);
  return name;
};

type Runner = Pick<PoolClient, 'query'>;

const sqlOn = (runner: Runner): Sql => ({
  query: async <Row>(text: string, values: readonly unknown[] = [], options: QueryOptions = {}) => {
    const config = options.prepare
      ? { name: nameStatement(text), text, values: [...values] }
      : { text, values: [...values] };
    return (await runner.query(config)).rows as Row[];
  },
});

/** Opens a pool. Connections are made on first use. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    types: typeParsers,
    max: options.maxConnections ?? 10,
    statement_timeout: options.statementTimeout ?? 30_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // Workers that poll at the same moment would open these again every minute: a new connection costs 10 ms and more.
    min: KEPT_CONNECTIONS,
  });
  let closed = false;
  pool.on('error', (error) => {
    // A server that stops right after us may cut a connection before it has read our good-bye.
    if (!closed) options.onIdleError?.(error);
  });

  const listeners: (() => void)[] = [];
  // Looks that have yet to get their connection.
  let looks = 0;
  pool.on('acquire', () => {
    if (looks > 0) looks -= 1;
    else for (const listener of listeners) listener();
  });
  const { query: ask } = sqlOn(pool as unknown as Runner);
  const query: Database['query'] = async (text, values, options) => {
    if (!options?.isLook) return ask(text, values, options);
    looks += 1;
    try {
      return await ask(text, values, options);
    } catch (error) {
      // It may never have got one.
      looks = 0;
      throw error;
    }
  };

  return {
    pool,
    query,
    onUse: (listener) => void listeners.push(listener),
    ping: async () => void (await query('SELECT 1', [], { isLook: true })),
    withConnection: (work) => onConnection(pool, work),
    transaction: (work) => onConnection(pool, (connection) => inTransaction(connection, work)),
    close: () => {
      closed = true;
      return pool.end();
    },
  };
};

const onConnection = async <T>(pool: Pool, work: (connection: PoolClient) => Promise<T>): Promise<T> => {
  const connection = await pool.connect();
  let failure: Error | undefined;
  // A connection cut between two statements emits an error that would end the process; the next statement fails anyway.
  connection.on('error', ignore);
  try {
    return await work(connection);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    connection.off('error', ignore);
    // A connection may be in an unknown state only after a failure of its own.
    connection.release(failure && isConnectionFailure(failure) ? failure : undefined);
  }
};

const ignore = (): void => undefined;

const inTransaction = async <T>(connection: PoolClient, work: (tx: Sql) => Promise<T>): Promise<T> => {
  const commit = createCommit();
  await connection.query('BEGIN');
  try {
    const result = await work(commit.of(sqlOn(connection)));
    await commit.prepare();
    await connection.query('COMMIT');
    commit.tell();
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};

/** Whether the database failed and not the statement: it is away, stops, starts or is full. */
export const isConnectionFailure = (error: unknown): boolean => isEngineAway(error);

/** Whether a statement failed on a unique index; with `constraint`, on that one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const { code, constraint: violated } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && (constraint === undefined || violated === constraint);
};
