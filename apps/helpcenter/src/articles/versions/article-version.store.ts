import type { RichText } from '@parley/rich-text';
import type { Store } from '../../db';
import type { ArticleVersion, Prisma } from '../../generated/prisma/client';
import type { Localised } from '@parley/localised';
import type { Texts } from '../../localised';
import type { ArticleRow } from '../article.store';

/** Versions of an article that stay. */
export const MAX_VERSIONS = 100;

/** Who made a change, as a version keeps it; names of users are looked up when it is read. */
export interface VersionActor {
  type: 'user' | 'service_account' | 'system';
  id?: string;
  /** Of a service account or a part of the system. */
  name?: string;
  email?: string;
}

/** A stored version. */
export interface ArticleVersionRow
  extends
    Omit<ArticleVersion, 'seq' | 'title' | 'description' | 'content' | 'plainContent' | 'createdBy'>,
    Texts {
  content: Localised<RichText>;
  plainContent: Localised<string>;
  createdBy: VersionActor;
}

/** What lists show of a version. */
export type BriefVersionRow = Pick<
  ArticleVersionRow,
  'id' | 'articleId' | 'kind' | 'version' | 'title' | 'createdBy' | 'createdAt'
>;

type Place = Pick<ArticleRow, 'projectId' | 'id'>;

const json = (value: object): Prisma.InputJsonObject => value as Prisma.InputJsonObject;

/** Stores a version of a locked article; the oldest beyond 100 go. */
export const insertVersion = async ({ prisma, sql }: Store, row: ArticleVersionRow): Promise<void> => {
  await prisma.articleVersion.create({
    data: {
      ...row,
      title: json(row.title),
      description: json(row.description),
      content: json(row.content),
      plainContent: json(row.plainContent),
      createdBy: json(row.createdBy),
    },
    select: { id: true },
  });
  await sql.query(
    `DELETE FROM article_version WHERE project_id = $1 AND article_id = $2 AND seq <= (
       SELECT seq FROM article_version WHERE project_id = $1 AND article_id = $2
        ORDER BY seq DESC OFFSET $3 LIMIT 1)`,
    [row.projectId, row.articleId, MAX_VERSIONS],
  );
};

/** Which versions of an article are wanted. */
export interface VersionPage {
  skip: number;
  limit: number;
  orderBy: string;
}

/** The statement of `findVersions`: project, article, number to skip, limit. */
export const versionsSql = (orderBy: string): string => `
  SELECT id, article_id AS "articleId", kind, version, title, created_by AS "createdBy", created_at AS "createdAt"
    FROM article_version WHERE project_id = $1 AND article_id = $2
   ORDER BY ${orderBy} OFFSET $3 LIMIT $4`;

/** A page of the versions of an article, without content. */
export const findVersions = (
  { sql }: Store,
  { projectId, id }: Place,
  { skip, limit, orderBy }: VersionPage,
): Promise<BriefVersionRow[]> =>
  sql.query<BriefVersionRow>(versionsSql(orderBy), [projectId, id, skip, limit]);

/** One version of an article. */
export const findVersion = async (
  { prisma }: Store,
  { projectId, id: articleId }: Place,
  id: string,
): Promise<ArticleVersionRow | undefined> => {
  const row = await prisma.articleVersion.findUnique({
    where: { projectId_id: { projectId, id }, articleId },
    omit: { seq: true },
  });
  return (row as unknown as ArticleVersionRow | null) ?? undefined;
};
