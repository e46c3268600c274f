import type { Condition } from '@parley/audience';
import type { Store } from '../db';
import type { CollectionRow } from './collection.store';

/** What of a collection decides what holds below it. */
export type TreeRow = Pick<
  CollectionRow,
  'id' | 'targetAudience' | 'baseAudienceFilter' | 'extendedAudienceFilter'
> & { parentId: string };

/** Everything below a collection, parents before their subcollections. */
export const findSubtree = ({ sql }: Store, projectId: string, rootId: string): Promise<TreeRow[]> =>
  sql.query<TreeRow>(
    `WITH RECURSIVE tree AS (
       SELECT c.id, c.parent_id, 1 AS level FROM collection c WHERE c.project_id = $1 AND c.parent_id = $2
       UNION ALL
       SELECT c.id, c.parent_id, tree.level + 1 FROM tree
         JOIN collection c ON c.project_id = $1 AND c.parent_id = tree.id)
     SELECT t.id, t.parent_id AS "parentId", c.target_audience AS "targetAudience",
            c.base_audience_filter AS "baseAudienceFilter", c.extended_audience_filter AS "extendedAudienceFilter"
       FROM tree t JOIN collection c ON c.project_id = $1 AND c.id = t.id ORDER BY t.level`,
    [projectId, rootId],
  );

/** What holds in a collection. */
export interface CollectionFilter {
  id: string;
  filter: readonly Condition[];
}

/** Writes what some collections begin with. */
export const writeBaseFilters = async (
  { sql }: Store,
  projectId: string,
  filters: readonly CollectionFilter[],
  updatedAt: Date,
): Promise<void> => {
  await sql.query(
    `UPDATE collection c SET base_audience_filter = n.filter, updated_at = $3
       FROM jsonb_to_recordset($2::jsonb) AS n(id text, filter jsonb) WHERE c.project_id = $1 AND c.id = n.id`,
    [projectId, JSON.stringify(filters), updatedAt],
  );
};

/** Writes the inherited filters of the articles of some collections, where they differ, and answers the changed articles. */
export const writeArticleFilters = async (
  { sql }: Store,
  projectId: string,
  filters: readonly CollectionFilter[],
  updatedAt: Date,
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `WITH locked AS (
       SELECT a.id, n.filter FROM article a JOIN jsonb_to_recordset($2::jsonb) AS n(id text, filter jsonb)
           ON a.project_id = $1 AND a.collection_id = n.id AND a.base_audience_filter <> n.filter
        ORDER BY a.id FOR UPDATE OF a)
     UPDATE article a SET base_audience_filter = l.filter, updated_at = $3
       FROM locked l WHERE a.project_id = $1 AND a.id = l.id RETURNING a.id`,
    [projectId, JSON.stringify(filters), updatedAt],
  );
  return rows.map(({ id }) => id);
};
