import type { Condition } from '@parley/audience';
import type { RichText } from '@parley/rich-text';

import type { Store } from '../../db';
import type { ArticleDraft, Prisma } from '../../generated/prisma/client';
import type { Localised } from '@parley/localised';
import type { Texts } from '../../localised';
import type { ArticleRow } from '../article.store';

/** A stored staged draft. */
export interface ArticleDraftRow
  extends
    Omit<ArticleDraft, 'title' | 'description' | 'content' | 'plainContent' | 'extendedAudienceFilter'>,
    Texts {
  content: Localised<RichText>;
  plainContent: Localised<string>;
  extendedAudienceFilter: Condition[];
}

type Place = Pick<ArticleRow, 'projectId' | 'id'>;

const json = (value: object): Prisma.InputJsonObject => value as Prisma.InputJsonObject;

const makeKey = ({ projectId, id }: Place) => ({ projectId_articleId: { projectId, articleId: id } });

/** The staged draft of an article. */
export const findDraft = async ({ prisma }: Store, article: Place): Promise<ArticleDraftRow | undefined> => {
  const row = await prisma.articleDraft.findUnique({ where: makeKey(article) });
  return (row as unknown as ArticleDraftRow | null) ?? undefined;
};

const setHasDraft = async ({ prisma }: Store, { projectId, id }: Place, hasDraft: boolean): Promise<void> => {
  await prisma.article.update({
    where: { projectId_id: { projectId, id } },
    data: { hasDraft },
    select: { id: true },
  });
};

/** Inserts or replaces the staged draft of a locked article. */
export const putDraft = async (tx: Store, row: ArticleDraftRow): Promise<void> => {
  const data = {
    ...row,
    title: json(row.title),
    description: json(row.description),
    content: json(row.content),
    plainContent: json(row.plainContent),
    extendedAudienceFilter: json(row.extendedAudienceFilter),
  };
  const article = { projectId: row.projectId, id: row.articleId };
  await tx.prisma.articleDraft.upsert({
    where: makeKey(article),
    create: data,
    update: data,
    select: { id: true },
  });
  await setHasDraft(tx, article, true);
};

/** Deletes the staged draft of a locked article. */
export const deleteDraft = async (tx: Store, article: Place): Promise<void> => {
  await tx.prisma.articleDraft.delete({ where: makeKey(article), select: { id: true } });
  await setHasDraft(tx, article, false);
};
