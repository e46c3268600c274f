import type { Condition } from '@parley/audience';
import type { Store } from '../db';

/** The conditions that some articles of a project have in common. */
export interface AudienceRow {
  audience: string;
  targetAudience: string;
  baseAudienceFilter: Condition[];
  extendedAudienceFilter: Condition[];
}

/** The statement of `findAudiences`: project. It jumps from one audience to the next: there are few. */
export const AUDIENCES = `
  WITH RECURSIVE found AS (
    (SELECT audience, article_id FROM article_reach WHERE project_id = $1 ORDER BY audience LIMIT 1)
    UNION ALL
    SELECT next.audience, next.article_id FROM found, LATERAL (
      SELECT audience, article_id FROM article_reach
       WHERE project_id = $1 AND audience > found.audience ORDER BY audience LIMIT 1) next
  )
  SELECT found.audience, a.target_audience AS "targetAudience", a.base_audience_filter AS "baseAudienceFilter",
         a.extended_audience_filter AS "extendedAudienceFilter"
    FROM found JOIN article a ON a.project_id = $1 AND a.id = found.article_id`;

/** The different audiences of a project's published articles. */
export const findAudiences = ({ sql }: Store, projectId: string): Promise<AudienceRow[]> =>
  sql.query<AudienceRow>(AUDIENCES, [projectId], { prepare: true });

/** The reach of a visitor: articles of these audiences, in one of these languages. */
export interface Reach {
  projectId: string;
  audiences: readonly string[];
  languages: readonly string[];
}

/** A collection in its place, with how many articles in it are within reach. */
export interface TreePlace {
  id: string;
  parentId: string | null;
  articles: number;
}

/** The statement of `findTree`: project, audiences, languages. */
export const TREE = `
  WITH counted AS (
    SELECT collection_id, count(*)::integer AS articles FROM article_reach
     WHERE project_id = $1 AND audience = ANY ($2) AND languages && $3 GROUP BY collection_id
  )
  SELECT c.id, c.parent_id AS "parentId", coalesce(counted.articles, 0) AS articles
    FROM collection c LEFT JOIN counted ON counted.collection_id = c.id
   WHERE c.project_id = $1 ORDER BY c.lexorank, c.id`;

/** All collections of a project in order, with the number of visible articles directly in them. */
export const findTree = ({ sql }: Store, reach: Reach): Promise<TreePlace[]> =>
  sql.query<TreePlace>(TREE, [reach.projectId, reach.audiences, reach.languages], { prepare: true });
