import type { Sql } from '@parley/persistence';
import type { SearchDocument } from '@parley/search';
import type { Localised } from '@parley/localised';
import { findAccepted } from '@parley/localised';
import { documentId, readDocumentId } from './article.search';

interface ArticleRow {
  projectId: string;
  id: string;
  title: Localised<string>;
  description: Localised<string>;
  plainContent: Localised<string>;
  tags: string[];
  isDraft: boolean;
  audience: string;
  languages: string[];
}

const COLUMNS = `project_id AS "projectId", id, title, description, plain_content AS "plainContent", tags,
  is_draft AS "isDraft", article_audience(target_audience, base_audience_filter, extended_audience_filter) AS audience,
  article_languages(title, plain_content) AS languages`;

const inLanguage = (texts: Localised<string>, language: string): string => {
  const code = findAccepted(Object.keys(texts), language);
  return (code !== undefined && texts[code]) || '';
};

const toDocuments = (row: ArticleRow): (SearchDocument & { id: string })[] =>
  row.languages.map((language) => {
    const id = documentId(row.id, language);
    return {
      id,
      projectId: row.projectId,
      title: inLanguage(row.title, language),
      description: inLanguage(row.description, language),
      content: inLanguage(row.plainContent, language),
      tags: row.tags,
      language,
      published: !row.isDraft,
      audience: row.audience,
      document: id,
    };
  });

/** Documents as they should be found now, for the marks of the triggers. */
export const loadDocuments = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<SearchDocument[]> => {
  const articles = [...new Set(ids.map((id) => readDocumentId(id).articleId))];
  const rows = await sql.query<ArticleRow>(
    `SELECT ${COLUMNS} FROM article WHERE project_id = $1 AND id = ANY ($2)`,
    [projectId, articles],
  );
  const wanted = new Set(ids);
  return rows.flatMap(toDocuments).filter(({ id }) => wanted.has(id));
};

/** Articles read at a time; one may have megabytes of text. */
const BATCH = 100;

/** Every document there is. */
export async function* allDocuments(sql: Sql): AsyncGenerator<SearchDocument[]> {
  let after: [project: string, id: string] = ['', ''];
  for (;;) {
    const rows = await sql.query<ArticleRow>(
      `SELECT ${COLUMNS} FROM article WHERE (project_id, id) > ($1, $2) ORDER BY project_id, id LIMIT ${BATCH}`,
      after,
    );
    const documents = rows.flatMap(toDocuments);
    if (documents.length > 0) yield documents;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = [last.projectId, last.id];
  }
}

/** How many articles there are, roughly a document for each of their languages. */
export const countArticles = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: number }>('SELECT count(*)::integer AS count FROM article');
  return row?.count ?? 0;
};
