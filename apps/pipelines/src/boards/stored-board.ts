import { LRUCache } from 'lru-cache';
import type { FieldRow } from './field';
import type { Board } from './board';

/** A board as one JSON text, with its lanes and fields in order. */
export interface StoredBoard {
  board: string;
}

/** The column of a `StoredBoard`, of a row `p` of `pipeline`. */
export const boardSql = `
(SELECT to_json(b)::text FROM (SELECT
   p.project_id AS "projectId", p.id, p.organisation_id AS "organisationId", p.name, p.record_type AS "recordType",
   p.visibility, p.users, p.teams, p.columns, p.created_by AS "createdBy", p.created_at AS "createdAt",
   p.updated_at AS "updatedAt",
   (SELECT coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'color', l.color,
                                               'archived', l.archived) ORDER BY l.position), '[]')
      FROM pipeline_lane l WHERE l.project_id = p.project_id AND l.pipeline_id = p.id) AS lanes,
   (SELECT coalesce(json_agg(json_build_object(
             'projectId', f.project_id, 'id', f.id, 'pipelineId', f.pipeline_id, 'fieldId', f.field_id,
             'label', f.label, 'type', f.type, 'source', f.source, 'unit', f.unit, 'options', f.options,
             'calculation', f.calculation, 'readOnly', f.read_only, 'order', f.column_order,
             'createdAt', f.created_at, 'updatedAt', f.updated_at)
             ORDER BY f.column_order, f.created_at, f.id), '[]')
      FROM pipeline_field f WHERE f.project_id = p.project_id AND f.pipeline_id = p.id) AS fields) b)`;

type Timeless<T> = Omit<T, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string };

type BoardJson = Timeless<Omit<Board, 'fields'>> & { fields: Timeless<FieldRow>[] };

const withTimes = <T extends { createdAt: string; updatedAt: string }>(
  row: T,
): T & { createdAt: Date; updatedAt: Date } => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});

const parseBoard = (text: string): Board => {
  const { fields, ...row } = withTimes(JSON.parse(text) as BoardJson);
  return { ...row, columns: row.columns ?? undefined, fields: fields.map(withTimes) };
};

/** Most characters of texts that are remembered with what they say. */
const MAX_REMEMBERED = 4_000_000;

const remembered = new LRUCache<string, Board>({
  maxSize: MAX_REMEMBERED,
  sizeCalculation: (_board, text) => text.length,
});

/** The board that a stored one is; the same object for the same text, which is asked for many times a second. */
export const readBoard = ({ board: text }: StoredBoard): Board => {
  const known = remembered.get(text);
  if (known) return known;
  const board = parseBoard(text);
  remembered.set(text, board);
  return board;
};
