import type { Sql } from '@parley/persistence';
import type { Scope } from './dictionary';
import type { RankedRow } from './find';

/** A found document with its text, before highlighting. */
export type FoundRow = Required<RankedRow>;

/** Found documents with their texts; a document removed in the meantime is left out. */
export const withTexts = async (
  sql: Sql,
  { projectId, indexName }: Scope,
  ranked: readonly RankedRow[],
): Promise<FoundRow[]> => {
  const others = ranked.filter(({ text }) => text === undefined);
  const rows =
    others.length === 0
      ? []
      : await sql.query<Pick<FoundRow, 'id' | 'text'>>(
          'SELECT id, text FROM search_document WHERE project_id = $1 AND index_name = $2 AND id = ANY ($3::text[])',
          [projectId, indexName, others.map(({ id }) => id)],
          { prepare: true },
        );
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  return ranked.flatMap((row) => {
    const text = row.text ?? texts.get(row.id);
    return text === undefined ? [] : [{ ...row, text }];
  });
};
