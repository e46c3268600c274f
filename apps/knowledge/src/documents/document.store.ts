import { newId, type Sql } from '@parley/persistence';
import { createHash } from 'node:crypto';
import { tellMarked } from '../marks';
import type { DocumentInput, Owner } from './document';
import { markAllSql, markSql } from './index-mark.store';
import { markPassagesSql } from './passage.store';

const hashTexts = (texts: string): string => createHash('sha256').update(texts).digest('base64');

const SAVE = `
WITH saved AS (
  INSERT INTO document AS d (project_id, id, organisation_id, owner_type, owner_id, key, source_type, source_id, texts,
      texts_hash, tags, is_internal, is_hidden, audience, collection_id, status, passages, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'pending', 0, $16, $16)
  ON CONFLICT (project_id, owner_type, owner_id, key) DO UPDATE SET
    source_type = EXCLUDED.source_type, source_id = EXCLUDED.source_id, texts = EXCLUDED.texts,
    texts_hash = EXCLUDED.texts_hash, tags = EXCLUDED.tags, is_internal = EXCLUDED.is_internal,
    is_hidden = EXCLUDED.is_hidden, audience = EXCLUDED.audience, collection_id = EXCLUDED.collection_id,
    status = CASE WHEN d.texts_hash = EXCLUDED.texts_hash THEN d.status ELSE 'pending' END,
    error = CASE WHEN d.texts_hash = EXCLUDED.texts_hash THEN d.error END,
    updated_at = EXCLUDED.updated_at
  RETURNING d.project_id, d.id
), marked AS (${markSql('SELECT project_id, id FROM saved')})
SELECT id FROM saved`;

/**
 * Saves a document and marks it to be indexed, in the caller's transaction. One with the same
 * owner and key is replaced whole, and what of it did not change keeps its vectors. Answers the document's id.
 */
export const saveDocument = async (tx: Sql, document: DocumentInput, now: Date): Promise<string> => {
  const texts = JSON.stringify(document.texts);
  const [row] = await tx.query<{ id: string }>(
    SAVE,
    [
      document.projectId,
      newId(now.getTime()),
      document.organisationId,
      document.owner.type,
      document.owner.id,
      document.key,
      document.sourceType,
      document.sourceId,
      texts,
      hashTexts(texts),
      [...new Set(document.tags)],
      document.isInternal ?? false,
      document.isHidden ?? false,
      JSON.stringify(document.audience ?? []),
      document.collectionId ?? null,
      now,
    ],
    { prepare: true },
  );
  if (!row) throw new Error('The document was not saved');
  tellMarked(tx, 'documents');
  return row.id;
};

const removeSql = (condition: string): string => `
WITH gone AS (SELECT project_id, id FROM document WHERE ${condition} FOR UPDATE),
dirty AS (${markPassagesSql('gone')}),
unmarked AS (DELETE FROM index_mark m USING gone g WHERE m.project_id = g.project_id AND m.document_id = g.id)
DELETE FROM document d USING gone g WHERE d.project_id = g.project_id AND d.id = g.id RETURNING d.id`;

const REMOVE_KEYS = removeSql(
  'project_id = $1 AND owner_type = $2 AND owner_id = $3 AND key = ANY ($4::text[])',
);
const REMOVE_OWNER = removeSql('project_id = $1 AND owner_type = $2 AND owner_id = $3');

/** Removes documents of an owner by their keys: they are found no more when the transaction has ended. Answers how many there were. */
export const removeDocuments = async (
  tx: Sql,
  projectId: string,
  owner: Owner,
  keys: readonly string[],
): Promise<number> => {
  tellMarked(tx, 'passages');
  return (await tx.query(REMOVE_KEYS, [projectId, owner.type, owner.id, keys], { prepare: true })).length;
};

/** Removes every document of an owner. Answers how many there were. */
export const removeOwnedDocuments = async (tx: Sql, projectId: string, owner: Owner): Promise<number> => {
  tellMarked(tx, 'passages');
  return (await tx.query(REMOVE_OWNER, [projectId, owner.type, owner.id], { prepare: true })).length;
};

/** Changes of all documents of an owner at once; omitted fields stay. */
export interface OwnerChanges {
  tags?: readonly string[];
  isInternal?: boolean;
  isHidden?: boolean;
}

const CHANGE_OWNER = `
WITH changed AS (
  UPDATE document SET tags = coalesce($4::text[], tags), is_internal = coalesce($5, is_internal),
         is_hidden = coalesce($6, is_hidden)
   WHERE project_id = $1 AND owner_type = $2 AND owner_id = $3 RETURNING project_id, id
)
${markPassagesSql('changed')}`;

/** Changes who finds the documents of an owner, and by which tags; it holds when the transaction has ended. */
export const changeOwnedDocuments = async (
  tx: Sql,
  projectId: string,
  owner: Owner,
  { tags, isInternal, isHidden }: OwnerChanges,
): Promise<void> => {
  await tx.query(
    CHANGE_OWNER,
    [projectId, owner.type, owner.id, tags ?? null, isInternal ?? null, isHidden ?? null],
    { prepare: true },
  );
  tellMarked(tx, 'passages');
};

// Of JSON, not of JSONB, which takes no NUL; the sections stay as they are.
const RENAME_OWNER = `
WITH renamed AS (
  UPDATE document SET texts = json_build_array(json_build_object('title', $4::text, 'sections', texts -> 0 -> 'sections')),
         texts_hash = '', status = 'pending', error = NULL, updated_at = $5
   WHERE project_id = $1 AND owner_type = $2 AND owner_id = $3 RETURNING project_id, id
)
${markSql('SELECT project_id, id FROM renamed')}`;

/** Gives the documents of an owner, which have one text each, another title, and marks them to be indexed. */
export const renameOwnedDocuments = async (
  tx: Sql,
  projectId: string,
  owner: Owner,
  { title, now }: { title: string; now: Date },
): Promise<void> => {
  await tx.query(RENAME_OWNER, [projectId, owner.type, owner.id, title, now], { prepare: true });
  tellMarked(tx, 'documents');
};

const MARK_PROJECT = markAllSql('SELECT project_id, id FROM document WHERE project_id = $1');

/** Queues every document of a project for new passages and vectors. Answers how many there are. */
export const renewDocuments = async (tx: Sql, projectId: string): Promise<number> => {
  tellMarked(tx, 'documents');
  return (await tx.query(MARK_PROJECT, [projectId])).length;
};
