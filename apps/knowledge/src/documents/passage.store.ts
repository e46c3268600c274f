import { markDirtySql } from '@parley/search';

/** Name of the full-text index. */
export const PASSAGE_INDEX = 'passages';

/** A statement that marks the passages of some documents for the full-text index; `source` has `project_id` and `id`. */
export const markPassagesSql = (source: string): string =>
  markDirtySql(
    `SELECT p.project_id, '${PASSAGE_INDEX}', p.id FROM passage p JOIN ${source} s
       ON s.project_id = p.project_id AND s.id = p.document_id ORDER BY 1, 3`,
  );
