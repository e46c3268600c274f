import type { Store } from '../db';

/** The kinds of numbered things. */
export type NumberedKind = 'collection' | 'article';

/**
 * The next running number of a kind in the project, without gaps. The next caller waits until the transaction ends, so that other
 * facts about the last one may be read now.
 */
export const nextNumber = async ({ sql }: Store, projectId: string, kind: NumberedKind): Promise<number> => {
  const [row] = await sql.query<{ last: number }>(
    `INSERT INTO running_number (project_id, kind, last) VALUES ($1, $2, 1)
     ON CONFLICT (project_id, kind) DO UPDATE SET last = running_number.last + 1 RETURNING last`,
    [projectId, kind],
  );
  if (!row) throw new Error('The database answered no running number');
  return row.last;
};

/** Waits for callers with a number, and blocks new ones until the transaction ends: positions stay. */
export const holdNumbers = async ({ sql }: Store, projectId: string, kind: NumberedKind): Promise<void> => {
  await sql.query('SELECT last FROM running_number WHERE project_id = $1 AND kind = $2 FOR UPDATE', [
    projectId,
    kind,
  ]);
};
