import { type Store } from '../db';

/** What is numbered. */
export type NumberedKind = 'collection' | 'article';

/**
 * The next running number of a kind in the project, without gaps. Whoever asks next waits until the transaction ends, so
 * that what else depends on being the last one may be read now.
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
