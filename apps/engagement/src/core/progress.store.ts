import { newId, type Sql } from '@parley/persistence';
import type { Progress } from './due';
import { progressColumns } from './standing.store';
import type { Item } from './item';

const ENSURE = `INSERT INTO progress (project_id, id, item_id, contact_id, completed_steps, status, changed_at)
  SELECT $1, id, item_id, $2, '{}', 'active', $5 FROM unnest($3::text[], $4::text[]) AS p (id, item_id)
  ON CONFLICT (project_id, contact_id, item_id) DO NOTHING`;

const OF_ITEMS = `SELECT ${progressColumns} FROM progress
  WHERE project_id = $1 AND contact_id = $2 AND item_id = ANY ($3::text[])`;

/** The progress of a contact with some checklists, made where there is none. One each, however many ask at once. */
export const ensureProgress = async (
  sql: Sql,
  { projectId, contactId }: { projectId: string; contactId: string },
  itemIds: readonly string[],
  now: Date,
): Promise<Map<string, Progress>> => {
  const ids = itemIds.map(() => newId(now.getTime()));
  await sql.query(ENSURE, [projectId, contactId, ids, itemIds, now]);
  const rows = await sql.query<Progress>(OF_ITEMS, [projectId, contactId, itemIds]);
  return new Map(rows.map((row) => [row.itemId, row]));
};

/** The item of a contact's progress, by the id of either; undefined when there is no such progress. */
export const findProgressItem = async (
  sql: Sql,
  { projectId, contactId }: { projectId: string; contactId: string },
  id: string,
): Promise<string | undefined> => {
  const [row] = await sql.query<{ itemId: string }>(
    `SELECT item_id AS "itemId" FROM progress
      WHERE project_id = $1 AND contact_id = $2 AND (id = $3 OR item_id = $3)`,
    [projectId, contactId, id],
  );
  return row?.itemId;
};

/** Stores how far a contact is. */
export const saveProgress = async (
  tx: Sql,
  projectId: string,
  { id, completedSteps, status, dismissedAt, changedAt }: Progress,
): Promise<void> => {
  await tx.query(
    `UPDATE progress SET completed_steps = $3, status = $4, dismissed_at = $5, changed_at = $6
      WHERE project_id = $1 AND id = $2`,
    [projectId, id, completedSteps, status, dismissedAt, changedAt],
  );
};

/** A progress and its checklist. */
export interface ProgressOfItem {
  progress: Progress;
  item: Pick<Item, 'id' | 'name' | 'config'>;
}

interface Listed extends Progress, Pick<Item, 'name' | 'config'> {}

/** A contact's progress of checklists that are no drafts, most recently changed first. */
export const listProgress = async (
  sql: Sql,
  { projectId, contactId }: { projectId: string; contactId: string },
  { skip, limit }: { skip: number; limit: number },
): Promise<ProgressOfItem[]> => {
  const rows = await sql.query<Listed>(
    `SELECT p.id, p.item_id AS "itemId", p.contact_id AS "contactId", p.completed_steps AS "completedSteps", p.status,
            p.dismissed_at AS "dismissedAt", p.changed_at AS "changedAt", i.name, i.config
       FROM progress p JOIN item i ON i.project_id = p.project_id AND i.id = p.item_id
      WHERE p.project_id = $1 AND p.contact_id = $2 AND i.status <> 'draft'
      ORDER BY p.changed_at DESC, p.id DESC LIMIT $3 OFFSET $4`,
    [projectId, contactId, limit, skip],
  );
  return rows.map(({ name, config, ...progress }) => ({
    progress,
    item: { id: progress.itemId, name, config },
  }));
};
