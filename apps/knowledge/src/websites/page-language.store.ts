import type { Sql } from '@parley/persistence';
import { saveDocument, type DocumentInput, type DocumentText } from '../documents';
import type { Website } from './website';

interface Stored {
  key: string;
  texts: DocumentText[];
}

/** Pages that are held at once. */
const BATCH = 50;

const READ = `SELECT key, texts FROM document
  WHERE project_id = $1 AND owner_type = 'website' AND owner_id = $2 AND key > $3 ORDER BY key LIMIT ${BATCH}`;

/** Sets the language of a website's pages; the next crawl restores a page's own language. */
export const changePageLanguage = async (tx: Sql, website: Website, now: Date): Promise<void> => {
  const { projectId, organisationId, id, lang, tags, isInternal } = website;
  for (let after = ''; ;) {
    const pages = await tx.query<Stored>(READ, [projectId, id, after], { prepare: true });
    for (const { key, texts } of pages) {
      const document: DocumentInput = {
        projectId,
        organisationId,
        owner: { type: 'website', id },
        key,
        sourceType: 'website',
        sourceId: key,
        texts: texts.map(({ lang: _former, ...text }) => ({ ...text, ...(lang !== undefined && { lang }) })),
        tags,
        isInternal,
      };
      await saveDocument(tx, document, now);
      after = key;
    }
    if (pages.length < BATCH) return;
  }
};
