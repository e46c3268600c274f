import type { Condition } from '@parley/audience';
import type { RichText } from '@parley/rich-text';
import type { Store } from '../db';
import type { Localised } from '@parley/localised';

/** A published article with all of its texts. */
export interface SourceRow {
  id: string;
  organisationId: string;
  collectionId: string;
  docId: number;
  title: Localised<string>;
  description: Localised<string>;
  content: Localised<RichText>;
  tags: string[];
  targetAudience: string;
  baseAudienceFilter: Condition[];
  extendedAudienceFilter: Condition[];
}

/** Published articles among the ids. */
export const getPublished = (
  { sql }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<SourceRow[]> =>
  sql.query<SourceRow>(
    `SELECT id, organisation_id AS "organisationId", collection_id AS "collectionId", doc_id AS "docId", title, description,
            content, tags, target_audience AS "targetAudience", base_audience_filter AS "baseAudienceFilter",
            extended_audience_filter AS "extendedAudienceFilter"
       FROM article WHERE project_id = $1 AND id = ANY ($2::text[]) AND NOT is_draft`,
    [projectId, ids],
    { prepare: true },
  );

/** Published articles of all projects after one. */
export const listPublished = (
  { sql }: Store,
  after: { projectId: string; articleId: string },
  limit: number,
): Promise<{ projectId: string; articleId: string }[]> =>
  sql.query(
    `SELECT project_id AS "projectId", article_id AS "articleId" FROM article_reach
      WHERE (project_id, article_id) > ($1, $2) ORDER BY project_id, article_id LIMIT $3`,
    [after.projectId, after.articleId, limit],
  );

/** Collections with all below them, one row for each pair. */
export const findTrees = (
  { sql }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<{ root: string; id: string }[]> =>
  sql.query(
    `WITH RECURSIVE tree AS (
       SELECT id AS root, id FROM collection WHERE project_id = $1 AND id = ANY ($2::text[])
       UNION
       SELECT tree.root, c.id FROM tree JOIN collection c ON c.project_id = $1 AND c.parent_id = tree.id)
     SELECT root, id FROM tree ORDER BY root, id`,
    [projectId, ids],
    { prepare: true },
  );
