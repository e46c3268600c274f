import { compileList, type ListFields, type ListQuery, type Sql } from '@parley/persistence';
import { SHORT_PAGE } from '../short-list.store';

/** A saved view as it is stored. */
export interface ViewRow {
  projectId: string;
  id: string;
  name: string;
  filter: Record<string, unknown>;
  sort: string | null;
  shared: boolean;
  createdBy: string;
  lexorank: string;
  createdAt: Date;
  updatedAt: Date;
}

/** The filters and sort keys of the list of views. */
export const viewList: ListFields = {
  fields: {
    id: { column: 'id', type: 'id' },
    name: { column: 'name', type: 'text' },
    shared: { column: 'shared', type: 'boolean' },
    createdBy: { column: 'created_by', type: 'id' },
    lexorank: { column: 'lexorank', type: 'text' },
    createdAt: { column: 'created_at', type: 'date' },
    updatedAt: { column: 'updated_at', type: 'date' },
  },
  order: 'lexorank',
  page: SHORT_PAGE,
};

const columns = `project_id AS "projectId", id, name, filter, sort, shared, created_by AS "createdBy", lexorank,
  created_at AS "createdAt", updated_at AS "updatedAt"`;
/** The views of the project ($1) that a person ($2) sees. */
const SEEN = 'project_id = $1 AND (shared OR created_by = $2)';

/** The views that a person sees. */
export const listViewRows = (
  sql: Sql,
  projectId: string,
  userId: string,
  query: ListQuery,
): Promise<ViewRow[]> => {
  const params: unknown[] = [projectId, userId];
  const { where, orderBy, skip, limit } = compileList(query, viewList, params);
  return sql.query<ViewRow>(
    `SELECT ${columns} FROM ticket_view WHERE ${SEEN} AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
};

/** Whether a person sees a view. */
export const seesView = async (sql: Sql, projectId: string, userId: string, id: string): Promise<boolean> => {
  const rows = await sql.query(`SELECT FROM ticket_view WHERE ${SEEN} AND id = $3`, [projectId, userId, id]);
  return rows.length > 0;
};

/** A view that a person sees, locked until the transaction ends. */
export const lockView = async (
  tx: Sql,
  projectId: string,
  userId: string,
  id: string,
): Promise<ViewRow | undefined> => {
  const [row] = await tx.query<ViewRow>(
    `SELECT ${columns} FROM ticket_view WHERE ${SEEN} AND id = $3 FOR UPDATE`,
    [projectId, userId, id],
  );
  return row;
};

/** The position of the project's last view. */
export const findLastRank = async (sql: Sql, projectId: string): Promise<string | undefined> => {
  const [row] = await sql.query<{ lexorank: string }>(
    'SELECT lexorank FROM ticket_view WHERE project_id = $1 ORDER BY lexorank COLLATE "C" DESC LIMIT 1',
    [projectId],
  );
  return row?.lexorank;
};

/** Stores a view, in place of its former state. */
export const saveView = async (tx: Sql, row: ViewRow): Promise<void> => {
  await tx.query(
    `INSERT INTO ticket_view (project_id, id, name, filter, sort, shared, created_by, lexorank, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (project_id, id) DO UPDATE SET name = EXCLUDED.name, filter = EXCLUDED.filter, sort = EXCLUDED.sort,
       shared = EXCLUDED.shared, lexorank = EXCLUDED.lexorank, updated_at = EXCLUDED.updated_at`,
    [
      row.projectId,
      row.id,
      row.name,
      JSON.stringify(row.filter),
      row.sort,
      row.shared,
      row.createdBy,
      row.lexorank,
      row.createdAt,
      row.updatedAt,
    ],
  );
};

/** Deletes a view. */
export const deleteViewRow = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query('DELETE FROM ticket_view WHERE project_id = $1 AND id = $2', [projectId, id]);
};

/** Deletes the views that only a person saw, who left the project. */
export const deleteViewsOf = async (tx: Sql, projectId: string, userId: string): Promise<void> => {
  await tx.query('DELETE FROM ticket_view WHERE project_id = $1 AND created_by = $2 AND NOT shared', [
    projectId,
    userId,
  ]);
};
