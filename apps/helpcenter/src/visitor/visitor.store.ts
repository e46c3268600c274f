import type { Condition } from '@parley/audience';
import type { RichText } from '@parley/rich-text';
import type { Store } from '../db';
import type { Localised } from '@parley/localised';
import type { Reference } from './addresses';
import type { Reach } from './reach.store';

const prepare = { prepare: true };

const referenceSql = (reference: Reference): [condition: string, value: string | number] =>
  'id' in reference ? ['id = $2', reference.id] : ['doc_id = $2', reference.docId];

/** A collection as visitors are shown it. */
export interface ShownCollection {
  id: string;
  docId: number;
  parentId: string | null;
  title: Localised<string>;
  description: Localised<string>;
  iconUrl: string | null;
  updatedAt: Date;
}

const COLLECTION = `id, doc_id AS "docId", parent_id AS "parentId", title, description, icon_url AS "iconUrl",
  updated_at AS "updatedAt"`;

/** The id of a collection that is named somehow. */
export const findCollectionId = async (
  { sql }: Store,
  projectId: string,
  reference: Reference,
): Promise<string | undefined> => {
  const [condition, value] = referenceSql(reference);
  const [row] = await sql.query<{ id: string }>(
    `SELECT id FROM collection WHERE project_id = $1 AND ${condition}`,
    [projectId, value],
    prepare,
  );
  return row?.id;
};

/** Collections by their ids. */
export const getShownCollections = async (
  { sql }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, ShownCollection>> => {
  const rows = await sql.query<ShownCollection>(
    `SELECT ${COLLECTION} FROM collection WHERE project_id = $1 AND id = ANY ($2)`,
    [projectId, ids],
    prepare,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** A collection and all that it is part of, from the top down. */
export const findPath = ({ sql }: Store, projectId: string, id: string): Promise<ShownCollection[]> =>
  sql.query<ShownCollection>(
    `WITH RECURSIVE path AS (
       SELECT id, parent_id, 0 AS level FROM collection WHERE project_id = $1 AND id = $2
       UNION ALL
       SELECT c.id, c.parent_id, path.level + 1 FROM path
         JOIN collection c ON c.project_id = $1 AND c.id = path.parent_id)
     SELECT c.id, c.doc_id AS "docId", c.parent_id AS "parentId", c.title, c.description, c.icon_url AS "iconUrl",
            c.updated_at AS "updatedAt"
       FROM path JOIN collection c ON c.project_id = $1 AND c.id = path.id ORDER BY path.level DESC`,
    [projectId, id],
    prepare,
  );

/** An article in a list. */
export interface ListedArticle {
  id: string;
  docId: number;
  collectionId: string;
  title: Localised<string>;
  description: Localised<string>;
  /** Those it has, as they are compared. */
  languages: string[];
  publishedAt: Date | null;
  updatedAt: Date;
}

const LISTED = `a.id, a.doc_id AS "docId", a.collection_id AS "collectionId", a.title, a.description, r.languages,
  a.published_at AS "publishedAt", a.updated_at AS "updatedAt"`;

const WITHIN_REACH = `r.project_id = $1 AND r.audience = ANY ($2) AND r.languages && $3`;

const JOINED = `article_reach r JOIN article a ON a.project_id = r.project_id AND a.id = r.article_id`;

/** The statement of `findVisibleArticles`: project, audiences, languages, collection. */
export const VISIBLE_ARTICLES = `
  SELECT ${LISTED} FROM ${JOINED} WHERE ${WITHIN_REACH} AND r.collection_id = $4 ORDER BY a.lexorank, a.id`;

/** The articles of a collection that are within reach, in order. */
export const findVisibleArticles = (
  { sql }: Store,
  { projectId, audiences, languages }: Reach,
  collectionId: string,
): Promise<ListedArticle[]> =>
  sql.query<ListedArticle>(VISIBLE_ARTICLES, [projectId, audiences, languages, collectionId], prepare);

/** The articles among the ids that are within reach. */
export const getVisibleArticles = (
  { sql }: Store,
  { projectId, audiences, languages }: Reach,
  ids: readonly string[],
): Promise<ListedArticle[]> =>
  sql.query<ListedArticle>(
    `SELECT ${LISTED} FROM ${JOINED} WHERE ${WITHIN_REACH} AND r.article_id = ANY ($4)`,
    [projectId, audiences, languages, ids],
    prepare,
  );

/** The statement of `findBeside`: project, audiences, languages, article. */
export const BESIDE = `
  WITH place AS (SELECT collection_id, lexorank, id FROM article WHERE project_id = $1 AND id = $4)
  (SELECT 'previous' AS side, ${LISTED} FROM ${JOINED}, place
    WHERE a.project_id = $1 AND a.collection_id = place.collection_id AND ${WITHIN_REACH}
      AND (a.lexorank, a.id) < (place.lexorank, place.id) ORDER BY a.lexorank DESC, a.id DESC LIMIT 1)
  UNION ALL
  (SELECT 'next', ${LISTED} FROM ${JOINED}, place
    WHERE a.project_id = $1 AND a.collection_id = place.collection_id AND ${WITHIN_REACH}
      AND (a.lexorank, a.id) > (place.lexorank, place.id) ORDER BY a.lexorank, a.id LIMIT 1)`;

/** The articles within reach before and after one in its collection. */
export const findBeside = (
  { sql }: Store,
  { projectId, audiences, languages }: Reach,
  articleId: string,
): Promise<(ListedArticle & { side: 'previous' | 'next' })[]> =>
  sql.query(BESIDE, [projectId, audiences, languages, articleId], prepare);

/** The statement of `findPopular`: project, limit. */
export const POPULAR = `
  SELECT article_id AS id FROM article_popularity
   WHERE project_id = $1 GROUP BY article_id ORDER BY sum(views) DESC, article_id LIMIT $2`;

/** The articles that were read most, visible or not. */
export const findPopular = async ({ sql }: Store, projectId: string, limit: number): Promise<string[]> =>
  (await sql.query<{ id: string }>(POPULAR, [projectId, limit], prepare)).map(({ id }) => id);

/** The statement of `findLatestArticles`: project, audiences, languages, limit. */
export const LATEST_ARTICLES = `
  SELECT ${LISTED}, a.plain_content AS "plainContent" FROM ${JOINED}
   WHERE a.project_id = $1 AND ${WITHIN_REACH} ORDER BY a.updated_at DESC, a.id DESC LIMIT $4`;

/** The latest changed articles that are within reach. */
export const findLatestArticles = (
  { sql }: Store,
  { projectId, audiences, languages }: Reach,
  limit: number,
): Promise<(ListedArticle & { plainContent: Localised<string> })[]> =>
  sql.query(LATEST_ARTICLES, [projectId, audiences, languages, limit], prepare);

/** A published article with what its page shows. */
export interface ShownArticle extends ListedArticle {
  content: Localised<RichText>;
  author: string | null;
  tags: string[];
  upvotes: number;
  downvotes: number;
  targetAudience: string;
  baseAudienceFilter: Condition[];
  extendedAudienceFilter: Condition[];
}

/** A published article by any kind of reference, visible or not. */
export const findPublishedArticle = async (
  { sql }: Store,
  projectId: string,
  reference: Reference,
): Promise<ShownArticle | undefined> => {
  const [condition, value] = referenceSql(reference);
  const [row] = await sql.query<ShownArticle>(
    `SELECT ${LISTED}, a.content, a.author, a.tags, a.upvotes, a.downvotes, a.target_audience AS "targetAudience",
            a.base_audience_filter AS "baseAudienceFilter", a.extended_audience_filter AS "extendedAudienceFilter"
       FROM article a JOIN article_reach r ON r.project_id = a.project_id AND r.article_id = a.id
      WHERE a.project_id = $1 AND a.${condition}`,
    [projectId, value],
    prepare,
  );
  return row;
};

/** Plain texts of the articles among the ids that are within reach, by id. */
export const getPlainTexts = async (
  { sql }: Store,
  { projectId, audiences }: Reach,
  ids: readonly string[],
): Promise<Map<string, Localised<string>>> => {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<{ id: string; texts: Localised<string> }>(
    `SELECT a.id, a.plain_content AS texts
       FROM article_reach r JOIN article a ON a.project_id = r.project_id AND a.id = r.article_id
      WHERE r.project_id = $1 AND r.audience = ANY ($2) AND r.article_id = ANY ($3)`,
    [projectId, audiences, ids],
    { prepare: true },
  );
  return new Map(rows.map(({ id, texts }) => [id, texts]));
};
