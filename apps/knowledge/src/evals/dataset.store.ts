import type { Page, SortFields, Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** A dataset with how its newest run stands. */
export interface DatasetRow {
  projectId: string;
  id: string;
  organisationId: string;
  name: string;
  description: string | null;
  caseCount: number;
  lastRun: { id: string; status: string; passRate: number | null } | null;
  createdAt: Date;
  updatedAt: Date;
}

const SELECT = `SELECT d.project_id AS "projectId", d.id, d.organisation_id AS "organisationId", d.name, d.description,
    d.case_count AS "caseCount", d.created_at AS "createdAt", d.updated_at AS "updatedAt",
    (SELECT json_build_object('id', r.id, 'status', r.status, 'passRate', r.scores -> 'passRate')
       FROM eval_run r WHERE r.project_id = d.project_id AND r.dataset_id = d.id ORDER BY r.id DESC LIMIT 1) AS "lastRun"
  FROM eval_dataset d WHERE d.project_id = $1`;

export const findDataset = async (sql: Sql, projectId: string, id: string): Promise<DatasetRow | undefined> =>
  (await sql.query<DatasetRow>(`${SELECT} AND d.id = $2`, [projectId, id], prepare))[0];

/** Like `findDataset`; no other caller changes the dataset or its cases, or starts a run, until the transaction ends. */
export const lockDataset = async (
  tx: Sql,
  projectId: string,
  id: string,
): Promise<DatasetRow | undefined> => {
  await tx.query(
    'SELECT FROM eval_dataset WHERE project_id = $1 AND id = $2 FOR UPDATE',
    [projectId, id],
    prepare,
  );
  return findDataset(tx, projectId, id);
};

/** What lists of datasets are sorted by. */
export const datasetSortable: SortFields = {
  id: 'd.id',
  name: 'd.name',
  description: { sql: 'd.description', nullsLast: true },
  caseCount: 'd.case_count',
  createdAt: 'd.id',
  updatedAt: 'd.updated_at',
};

export const listDatasets = (
  sql: Sql,
  projectId: string,
  { skip, limit, orderBy }: Page & { orderBy: string },
): Promise<DatasetRow[]> =>
  sql.query<DatasetRow>(`${SELECT} ORDER BY ${orderBy} LIMIT $2 OFFSET $3`, [projectId, limit, skip]);

export const insertDataset = async (tx: Sql, row: DatasetRow): Promise<void> => {
  await tx.query(
    `INSERT INTO eval_dataset (project_id, id, organisation_id, name, description, case_count, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 0, $6, $6)`,
    [row.projectId, row.id, row.organisationId, row.name, row.description, row.createdAt],
    prepare,
  );
};

export const updateDatasetRow = async (
  tx: Sql,
  { projectId, id, name, description, updatedAt }: DatasetRow,
): Promise<void> => {
  await tx.query(
    'UPDATE eval_dataset SET name = $3, description = $4, updated_at = $5 WHERE project_id = $1 AND id = $2',
    [projectId, id, name, description, updatedAt],
    prepare,
  );
};

/** Deletes a dataset with its cases and runs. */
export const deleteDatasetRow = async (tx: Sql, projectId: string, id: string): Promise<void> => {
  await tx.query('DELETE FROM eval_dataset WHERE project_id = $1 AND id = $2', [projectId, id], prepare);
};

/** Changes how many cases a dataset has. */
export const countCases = async (tx: Sql, projectId: string, id: string, change: 1 | -1): Promise<void> => {
  await tx.query(
    'UPDATE eval_dataset SET case_count = case_count + $3::int WHERE project_id = $1 AND id = $2',
    [projectId, id, change],
    prepare,
  );
};
