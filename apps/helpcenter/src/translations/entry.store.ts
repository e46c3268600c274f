import type { Store } from '../db';
import type { Prisma } from '../generated/prisma/client';
import type { EmailTemplateRow } from '../email-templates';
import { textKeys, findTexts } from '../texts';
import type { Entry, EntryType } from './entry';
import { articleEntry, collectionEntry, templateEntry, textEntry } from './entry.sources';

/** Entries in the order of lists, from after a cursor on. */
export interface EntryPage {
  entries: Entry[];
  /** Where the next page begins; undefined at the end. */
  next: string | number | undefined;
}

/** How the entries of a type are read. */
export interface EntrySource {
  type: EntryType;
  count(store: Store, projectId: string): Promise<number>;
  /** At most `limit` entries after `cursor`; `skip` is for the first page. */
  page(
    store: Store,
    projectId: string,
    where: { cursor: string | number | undefined; skip: number; limit: number },
  ): Promise<EntryPage>;
}

/** The statement of a page of articles: project, last number, number to skip, limit. */
export const ARTICLE_ENTRIES = `
  SELECT id, doc_id AS "docId", title, created_at AS "createdAt", updated_at AS "updatedAt",
         (SELECT coalesce(jsonb_object_agg(key, value <> ''), '{}') FROM jsonb_each_text(description)) AS described,
         ARRAY(SELECT jsonb_object_keys(content)) AS written, language_changes AS "languageChanges"
    FROM article WHERE project_id = $1 AND doc_id > $2 ORDER BY doc_id OFFSET $3 LIMIT $4`;

type ArticleEntryRow = Pick<
  Parameters<typeof articleEntry>[0],
  'id' | 'title' | 'languageChanges' | 'createdAt' | 'updatedAt'
> & { docId: number; described: Record<string, boolean>; written: string[] };

const markers = (languages: readonly string[]): Record<string, string> =>
  Object.fromEntries(languages.map((language) => [language, 'x']));

const articles: EntrySource = {
  type: 'article',
  count: ({ prisma }, projectId) => prisma.article.count({ where: { projectId } }),
  page: async ({ sql }, projectId, { cursor = 0, skip, limit }) => {
    const rows = await sql.query<ArticleEntryRow>(ARTICLE_ENTRIES, [projectId, cursor, skip, limit]);
    const entries = rows.map(({ described, written, ...row }) =>
      articleEntry({
        ...row,
        description: markers(Object.keys(described).filter((language) => described[language])),
        content: markers(written),
      }),
    );
    return { entries, next: rows.length < limit ? undefined : rows.at(-1)?.docId };
  },
};

const collections: EntrySource = {
  type: 'collection',
  count: ({ prisma }, projectId) => prisma.collection.count({ where: { projectId } }),
  page: async ({ prisma }, projectId, { cursor = 0, skip, limit }) => {
    const rows = await prisma.collection.findMany({
      where: { projectId, docId: { gt: Number(cursor) } },
      orderBy: { docId: 'asc' },
      skip,
      take: limit,
    });
    const entries = rows.map((row) =>
      collectionEntry(row as unknown as Parameters<typeof collectionEntry>[0]),
    );
    return { entries, next: rows.length < limit ? undefined : rows.at(-1)?.docId };
  },
};

const templates: EntrySource = {
  type: 'emailtemplate',
  count: ({ prisma }, projectId) => prisma.emailTemplate.count({ where: { projectId } }),
  // Ids are in the order of creation.
  page: async ({ prisma }, projectId, { cursor = '', skip, limit }) => {
    const where: Prisma.EmailTemplateWhereInput = { projectId, id: { gt: String(cursor) } };
    const rows = await prisma.emailTemplate.findMany({ where, orderBy: { id: 'asc' }, skip, take: limit });
    const entries = rows.map((row) => templateEntry(row as unknown as EmailTemplateRow));
    return { entries, next: rows.length < limit ? undefined : rows.at(-1)?.id };
  },
};

const texts: EntrySource = {
  type: 'statictranslation',
  count: () => Promise.resolve(textKeys.length),
  page: async (store, projectId, { cursor = 0, skip, limit }) => {
    const own = new Map((await findTexts(store, projectId)).map((row) => [row.key, row]));
    const from = Number(cursor) + skip;
    const entries = textKeys.slice(from, from + limit).map((key) => textEntry(key, own.get(key)));
    return { entries, next: from + limit < textKeys.length ? from + limit : undefined };
  },
};

/** The sources of all entries, in the order of lists. */
export const entrySources: readonly EntrySource[] = [articles, collections, templates, texts];
