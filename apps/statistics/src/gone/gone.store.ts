import { digestOf, type Sql } from '@parley/persistence';

/** Remembers deleted contacts or tickets by digests of their ids, which name nobody. */
export const rememberGone = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO gone (project_id, digest, at) SELECT $1, digest, $3 FROM unnest($2::text[]) AS digest ORDER BY digest
     ON CONFLICT DO NOTHING`,
    [projectId, ids.map(digestOf), at],
  );
};

/** Those of some ids whose contacts or tickets were deleted. */
export const goneOf = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const byDigest = new Map(ids.map((id) => [digestOf(id), id]));
  const rows = await tx.query<{ digest: string }>(
    'SELECT digest FROM gone WHERE project_id = $1 AND digest = ANY ($2) AND heir_id IS NULL',
    [projectId, [...byDigest.keys()]],
    { prepare: true },
  );
  return new Set(rows.flatMap(({ digest }) => byDigest.get(digest) ?? []));
};

/** Remembers whom a merged contact turned out to be, so that what is told of it late goes there. */
export const rememberHeir = async (
  tx: Sql,
  projectId: string,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> => {
  await tx.query('UPDATE gone SET heir_id = $3 WHERE project_id = $1 AND heir_id = $2', [
    projectId,
    from,
    to,
  ]);
  await tx.query(
    `INSERT INTO gone (project_id, digest, heir_id, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [projectId, digestOf(from), to, at],
  );
};

/** Heirs of those of some contacts that were merged. */
export const heirsOf = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const byDigest = new Map(ids.map((id) => [digestOf(id), id]));
  const rows = await tx.query<{ digest: string; heirId: string }>(
    `SELECT digest, heir_id AS "heirId" FROM gone
      WHERE project_id = $1 AND digest = ANY ($2) AND heir_id IS NOT NULL`,
    [projectId, [...byDigest.keys()]],
    { prepare: true },
  );
  return new Map(
    rows.flatMap(({ digest, heirId }): [string, string][] => {
      const id = byDigest.get(digest);
      return id === undefined ? [] : [[id, heirId]];
    }),
  );
};

/** The contact that something told of a contact belongs to; undefined when it was deleted. */
export const livingContact = async (tx: Sql, projectId: string, id: string): Promise<string | undefined> => {
  const heir = (await heirsOf(tx, projectId, [id])).get(id) ?? id;
  return (await goneOf(tx, projectId, [heir])).has(heir) ? undefined : heir;
};

/** Forgets of whom a deleted contact was the heir: its id is kept nowhere. */
export const forgetHeir = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query('UPDATE gone SET heir_id = NULL WHERE project_id = $1 AND heir_id = $2', [projectId, id]);
};
