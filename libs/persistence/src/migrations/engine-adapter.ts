import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import { DatabaseError, types, type Pool } from 'pg';

/** PostgreSQL's one-byte type `"char"`: the catalogs use it and `@prisma/adapter-pg` does not know it. */
const CHAR_OID = 18;

interface Answer {
  fields?: { name: string; dataTypeID: number }[];
}

/** Lets the catalogs' `"char"` columns pass the adapter as text; answers their names as they come by. */
const passCharColumns = (pool: Pool): ReadonlySet<string> => {
  const names = new Set<string>();
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<Answer | Answer[]>;
  const relabelled = async (...parameters: unknown[]): Promise<Answer | Answer[]> => {
    const answers = await query(...parameters);
    for (const field of [answers].flat().flatMap((answer) => answer.fields ?? [])) {
      if (field.dataTypeID !== CHAR_OID) continue;
      names.add(field.name);
      field.dataTypeID = types.builtins.TEXT;
    }
    return answers;
  };
  Object.assign(pool, { query: relabelled });
  return names;
};

const asAdapterError = (error: unknown): unknown =>
  error instanceof DatabaseError
    ? new DriverAdapterError({
        kind: 'postgres',
        code: error.code ?? 'N/A',
        severity: error.severity ?? 'N/A',
        message: error.message,
        detail: error.detail,
        column: error.column,
        hint: error.hint,
      })
    : error;

/** The engine's way to the database, and the last failure of a script. */
export interface EngineAdapter {
  factory: object;
  /** The server's own error of the last failed script; the engine's report does not carry it. */
  scriptError(): Error | undefined;
}

/**
 * Connects the schema engine to a pool. A script goes to the server whole: the stock adapter cuts it at every
 * semicolon, which breaks functions; whole, it is also one transaction, so that a failed migration leaves nothing.
 */
export const engineAdapter = (pool: Pool): EngineAdapter => {
  const charColumns = passCharColumns(pool);
  let failure: Error | undefined;
  const stock = new PrismaPg(pool);

  const connect = async (): Promise<SqlDriverAdapter> => {
    const adapter = await stock.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    const overrides: Partial<SqlDriverAdapter> = {
      queryRaw: async (query) => {
        const result = await queryRaw(query);
        const columnTypes = result.columnTypes.map((type, index) =>
          charColumns.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
        );
        return { ...result, columnTypes };
      },
      executeScript: async (script) => {
        try {
          await pool.query(script);
        } catch (error) {
          failure = error as Error;
          throw asAdapterError(error);
        }
      },
    };
    return Object.assign(adapter, overrides);
  };

  return {
    factory: bindMigrationAwareSqlAdapterFactory({
      provider: stock.provider,
      adapterName: stock.adapterName,
      connect,
      connectToShadowDb: () => Promise.reject(new Error('Shadow databases are not used.')),
    }),
    scriptError: () => failure,
  };
};
