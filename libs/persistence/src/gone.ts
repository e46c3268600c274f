import { type Sql } from './database';
import { digestOf } from './digest';
import { shareTurns, takeTurns } from './turns';

/**
 * What a service remembers of deleted contacts and the like, so that nothing that comes late brings them back: digests of their ids,
 * which name nobody.
 */
export interface Gone {
  /**
   * Notes that some were deleted. Waits for transactions that asked for them with `among`; later ones learn that they are gone.
   * Call it first, then delete.
   */
  note(tx: Sql, projectId: string, ids: readonly string[], at: Date): Promise<void>;
  /**
   * The same of one that turned out to be another, if `into` names it. Answers that one, unless it was deleted, too: then what is
   * kept of the first has no heir.
   */
  leave(
    tx: Sql,
    projectId: string,
    one: { id: string; into: string | undefined },
    at: Date,
  ): Promise<string | undefined>;
  /** Those of some that were deleted. The others are not deleted before this transaction ends. Call it before what you write of them. */
  among(tx: Sql, projectId: string, ids: readonly string[]): Promise<Set<string>>;
  /** Keeps some of any projects from being deleted until this transaction ends. */
  hold(tx: Sql, some: readonly { projectId: string; id: string }[]): Promise<void>;
  /** Forgets what was deleted before a time, at most so many; answers how many. */
  forget(sql: Sql, before: Date, limit: number): Promise<number>;
}

/** Where a service remembers them. */
export interface GoneOptions {
  /** The table; it has the columns of `goneTableSql`. */
  table?: string;
  /** What the names of its locks begin with. */
  lock?: string;
}

/** The table, as a service's migration makes it. */
export const goneTableSql = `
CREATE TABLE gone_contact (
  project_id text NOT NULL,
  digest     text NOT NULL,
  gone_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, digest)
);
CREATE INDEX gone_contact_gone_at ON gone_contact (gone_at);
`;

/** Remembers what was deleted, in a table of the service. */
export const createGone = ({ table = 'gone_contact', lock = 'contact' }: GoneOptions = {}): Gone => {
  const keyOf = (projectId: string, id: string): string => `${lock} ${projectId} ${id}`;
  const keysOf = (projectId: string, ids: readonly string[]): string[] =>
    ids.map((id) => keyOf(projectId, id));
  const noted = `INSERT INTO ${table} (project_id, digest, gone_at)
    SELECT $1, digest, $3 FROM (SELECT DISTINCT digest FROM unnest($2::text[]) AS d (digest) ORDER BY digest) AS d
    ON CONFLICT (project_id, digest) DO UPDATE SET gone_at = EXCLUDED.gone_at`;
  const known = `SELECT digest FROM ${table} WHERE project_id = $1 AND digest = ANY ($2::text[])`;
  const old = `DELETE FROM ${table} WHERE (project_id, digest) IN (
    SELECT project_id, digest FROM ${table} WHERE gone_at < $1 ORDER BY gone_at LIMIT $2) RETURNING 1`;
  /** Beside who turned out to be another: this one is gone, but was not deleted. */
  const mergedOn = (id: string): string => `${id} merged`;
  const write = async (tx: Sql, projectId: string, ids: readonly string[], at: Date): Promise<void> => {
    await tx.query(noted, [projectId, ids.map(digestOf), at], { prepare: true });
  };
  const read = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<Set<string>> => {
    const byDigest = new Map(ids.map((id) => [digestOf(id), id]));
    const rows = await tx.query<{ digest: string }>(known, [projectId, [...byDigest.keys()]], {
      prepare: true,
    });
    return new Set(rows.flatMap(({ digest }) => byDigest.get(digest) ?? []));
  };
  return {
    note: async (tx, projectId, ids, at) => {
      await takeTurns(tx, keysOf(projectId, ids));
      await write(tx, projectId, ids, at);
    },
    leave: async (tx, projectId, { id, into }, at) => {
      await takeTurns(tx, keysOf(projectId, into === undefined ? [id] : [id, into]));
      await write(tx, projectId, into === undefined ? [id] : [id, mergedOn(id)], at);
      if (into === undefined) return undefined;
      const known = await read(tx, projectId, [into, mergedOn(into)]);
      return known.has(into) && !known.has(mergedOn(into)) ? undefined : into;
    },
    among: async (tx, projectId, ids) => {
      if (ids.length === 0) return new Set();
      await shareTurns(tx, keysOf(projectId, ids));
      return read(tx, projectId, ids);
    },
    hold: (tx, some) =>
      shareTurns(
        tx,
        some.map(({ projectId, id }) => keyOf(projectId, id)),
      ),
    forget: async (sql, before, limit) => (await sql.query(old, [before, limit])).length,
  };
};
