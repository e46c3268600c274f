import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { exists, invalid, notFound } from '@parley/errors';
import { compileSort, isUniqueViolation, newId, runTransaction } from '@parley/persistence';
import type { EvalDataset } from '@parley/proto/generated/parley/knowledge/v1/eval_dataset';
import type {
  CreateDatasetRequest,
  CreateDatasetResponse,
  DeleteDatasetRequest,
  DeleteDatasetResponse,
  GetDatasetRequest,
  GetDatasetResponse,
  ListDatasetsRequest,
  ListDatasetsResponse,
  UpdateDatasetRequest,
  UpdateDatasetResponse,
} from '@parley/proto/generated/parley/knowledge/v1/eval_datasets_service';
import type { CallContext, Partially } from '@parley/rpc';
import {
  type DatasetRow,
  deleteDatasetRow,
  findDataset,
  insertDataset,
  datasetSortable,
  listDatasets,
  lockDataset,
  updateDatasetRow,
} from './dataset.store';
import type { EvalDeps } from './deps';

const present = (row: DatasetRow): Partially<EvalDataset> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  caseCount: row.caseCount,
  ...(row.lastRun && {
    lastRun: {
      id: row.lastRun.id,
      status: row.lastRun.status,
      ...(row.lastRun.passRate !== null && { passRate: row.lastRun.passRate }),
    },
  }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const checkName = (name: string): void => {
  if (name.trim() === '') throw invalid({ field: 'name', message: 'must not be blank' });
};

const named = async <T>(writing: Promise<T>): Promise<T> => {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'eval_dataset_name')) throw exists('DATASET_NAME_TAKEN');
    throw error;
  }
};

/** A dataset of the caller's project. 404 `dataset_not_found`. */
export const requireDataset = async (
  { db }: Pick<EvalDeps, 'db'>,
  datasetId: string,
  { scope }: CallContext,
): Promise<DatasetRow> => {
  const found = await findDataset(db, projectScope(scope).projectId, datasetId);
  if (!found) throw notFound('dataset');
  return found;
};

/** Stores a dataset. 409 `dataset_name_taken`. */
export const createDataset = async (
  deps: EvalDeps,
  { name, description }: CreateDatasetRequest,
  context: OnceContext<CreateDatasetResponse>,
): Promise<Partially<CreateDatasetResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  checkName(name);
  const now = deps.clock();
  const row: DatasetRow = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    name,
    description: description ?? null,
    caseCount: 0,
    lastRun: null,
    createdAt: now,
    updatedAt: now,
  };
  const response = { dataset: present(row) };
  await named(
    deps.db.transaction(async (tx) => {
      await insertDataset(tx, row);
      await context.record(tx, response);
    }),
  );
  return response;
};

/** The project's datasets, the newest first unless asked for another order. */
export const answerDatasets = async (
  { db }: Pick<EvalDeps, 'db'>,
  { skip, limit, sort }: ListDatasetsRequest,
  { scope }: CallContext,
): Promise<Partially<ListDatasetsResponse>> => {
  const page = { skip, limit, orderBy: compileSort(sort, datasetSortable, '-createdAt') };
  return { datasets: (await listDatasets(db, projectScope(scope).projectId, page)).map(present) };
};

export const answerDataset = async (
  deps: Pick<EvalDeps, 'db'>,
  { datasetId }: GetDatasetRequest,
  context: CallContext,
): Promise<Partially<GetDatasetResponse>> => ({
  dataset: present(await requireDataset(deps, datasetId, context)),
});

/** Changes name and description. 404 `dataset_not_found`, 409 `dataset_name_taken`. */
export const updateDataset = async (
  deps: EvalDeps,
  { datasetId, name, description, nulls }: UpdateDatasetRequest,
  { scope }: CallContext,
): Promise<Partially<UpdateDatasetResponse>> => {
  const { projectId } = projectScope(scope);
  if (nulls.includes('name')) throw invalid({ field: 'name', message: 'cannot be cleared' });
  if (name !== undefined) checkName(name);
  const row = await named(
    runTransaction(deps.db, async (tx) => {
      const before = await lockDataset(tx, projectId, datasetId);
      if (!before) throw notFound('dataset');
      const after: DatasetRow = {
        ...before,
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(nulls.includes('description') && { description: null }),
        updatedAt: deps.clock(),
      };
      await updateDatasetRow(tx, after);
      return after;
    }),
  );
  return { dataset: present(row) };
};

/** Deletes a dataset with its cases and runs. 404 `dataset_not_found`. */
export const deleteDataset = async (
  deps: EvalDeps,
  { datasetId }: DeleteDatasetRequest,
  { scope }: CallContext,
): Promise<Partially<DeleteDatasetResponse>> => {
  const { projectId } = projectScope(scope);
  const row = await runTransaction(deps.db, async (tx) => {
    const found = await lockDataset(tx, projectId, datasetId);
    if (!found) throw notFound('dataset');
    await deleteDatasetRow(tx, projectId, datasetId);
    return found;
  });
  return { dataset: present(row) };
};
