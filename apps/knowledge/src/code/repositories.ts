import { callerId, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { exists, invalid, notFound } from '@parley/errors';
import { keyOfFileUrl } from '@parley/files';
import { isUniqueViolation, newId, runTransaction } from '@parley/persistence';
import type {
  ConnectRepositoryRequest,
  ConnectRepositoryResponse,
  DisconnectRepositoryRequest,
  DisconnectRepositoryResponse,
  GetRepositoryRequest,
  GetRepositoryResponse,
  ListRepositoriesResponse,
  Repository,
  UpdateRepositoryRequest,
  UpdateRepositoryResponse,
} from '@parley/proto/generated/parley/knowledge/v1/code_service';
import type { CallContext, Partially } from '@parley/rpc';
import { removeOwnedDocuments, renameOwnedDocuments } from '../documents';
import { queueReading } from './archive-jobs';
import { dropVersionsBut } from './code.store';
import type { CodeDeps } from './deps';
import { makeOwner } from './index-repository';
import { tooManyRepositories } from './repository.errors';
import {
  countRepositoriesLocked,
  deleteRepositoryRow,
  findRepository,
  insertRepository,
  listRepositoryRows,
  lockRepository,
  renameRepository,
  replaceArchive,
  type RepositoryRow,
} from './repository.store';

/** Most repositories of a project. */
const MAX_REPOSITORIES = 20;

/** No version of a repository has this number. */
const NO_VERSION = -1;

const present = (row: RepositoryRow): Partially<Repository> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  name: row.name,
  status: row.status,
  ...(row.error !== null && { error: row.error }),
  files: row.files,
  skipped: row.skipped,
  createdBy: row.createdBy,
  ...(row.indexedAt && { indexedAt: row.indexedAt.toISOString() }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The version that answers and the one that is being read, if it is another. */
const listVersions = ({ version, nextVersion }: RepositoryRow): Set<number> =>
  new Set([version, nextVersion - 1]);

const checkName = (name: string): void => {
  if (name.trim() === '') throw invalid({ field: 'name', message: 'must not be blank' });
};

/** The key of an upload of this project. Another project's, a foreign and an unknown address are refused alike. */
const readFileKey = async (
  { files, publicUrl }: CodeDeps,
  projectId: string,
  fileUrl: string,
): Promise<string> => {
  const key = keyOfFileUrl(publicUrl, fileUrl);
  const isOurs = key?.startsWith(`${projectId}/`) ?? false;
  if (key === undefined || !isOurs || !(await files.find(key)))
    throw invalid({ field: 'fileUrl', message: 'is no upload of this project' });
  return key;
};

const named = async <T>(writing: Promise<T>): Promise<T> => {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'repository_name')) throw exists('REPOSITORY_NAME_TAKEN');
    throw error;
  }
};

/** Stores a repository and queues its archive. 409 `repository_name_taken`, `too_many_repositories`. */
export const connectRepository = async (
  deps: CodeDeps,
  { name, fileUrl }: ConnectRepositoryRequest,
  context: OnceContext<ConnectRepositoryResponse>,
): Promise<Partially<ConnectRepositoryResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  checkName(name);
  const fileKey = await readFileKey(deps, projectId, fileUrl);
  const now = deps.clock();
  const row: RepositoryRow = {
    projectId,
    id: newId(now.getTime()),
    organisationId,
    name,
    status: 'queued',
    error: null,
    files: 0,
    skipped: 0,
    version: 0,
    nextVersion: 1,
    fileKey,
    createdBy: callerId(actor),
    indexedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const response = { repository: present(row) };
  await named(
    deps.db.transaction(async (tx) => {
      if ((await countRepositoriesLocked(tx, projectId)) >= MAX_REPOSITORIES)
        throw tooManyRepositories(MAX_REPOSITORIES);
      await insertRepository(tx, row);
      await context.record(tx, response);
      await queueReading(tx, row, now);
    }),
  );
  return response;
};

/** The project's repositories, the newest first. */
export const answerRepositories = async (
  { db }: Pick<CodeDeps, 'db'>,
  { scope }: CallContext,
): Promise<Partially<ListRepositoriesResponse>> => ({
  repositories: (await listRepositoryRows(db, projectScope(scope).projectId)).map(present),
});

/** 404 `repository_not_found`. */
export const answerRepository = async (
  { db }: Pick<CodeDeps, 'db'>,
  { repositoryId }: GetRepositoryRequest,
  { scope }: CallContext,
): Promise<Partially<GetRepositoryResponse>> => {
  const row = await findRepository(db, projectScope(scope).projectId, repositoryId);
  if (!row) throw notFound('repository');
  return { repository: present(row) };
};

/** Renames a repository, or has another archive read. 404 `repository_not_found`, 409 `repository_name_taken`. */
export const updateRepository = async (
  deps: CodeDeps,
  { repositoryId, name, fileUrl }: UpdateRepositoryRequest,
  { scope }: CallContext,
): Promise<Partially<UpdateRepositoryResponse>> => {
  const { projectId } = projectScope(scope);
  if (name !== undefined) checkName(name);
  if (!(await findRepository(deps.db, projectId, repositoryId))) throw notFound('repository');
  const fileKey = fileUrl === undefined ? undefined : await readFileKey(deps, projectId, fileUrl);
  const now = deps.clock();
  const row = await named(
    runTransaction(deps.db, async (tx) => {
      const before = await lockRepository(tx, projectId, repositoryId);
      if (!before) throw notFound('repository');
      const renamed: RepositoryRow = { ...before, ...(name !== undefined && { name }), updatedAt: now };
      await renameRepository(tx, renamed);
      if (renamed.name !== before.name)
        for (const version of listVersions(before))
          await renameOwnedDocuments(tx, projectId, makeOwner(repositoryId, version), {
            title: renamed.name,
            now,
          });
      if (fileKey === undefined || fileKey === before.fileKey) return renamed;
      const replaced: RepositoryRow = { ...renamed, fileKey, status: 'queued', error: null };
      await replaceArchive(tx, replaced);
      await queueReading(tx, replaced, now);
      return replaced;
    }),
  );
  return { repository: present(row) };
};

/** Removes a repository with its documents. 404 `repository_not_found`. */
export const disconnectRepository = async (
  deps: CodeDeps,
  { repositoryId }: DisconnectRepositoryRequest,
  { scope }: CallContext,
): Promise<Partially<DisconnectRepositoryResponse>> => {
  const { projectId } = projectScope(scope);
  const row = await runTransaction(deps.db, async (tx) => {
    const found = await lockRepository(tx, projectId, repositoryId);
    if (!found) throw notFound('repository');
    for (const version of listVersions(found))
      await removeOwnedDocuments(tx, projectId, makeOwner(repositoryId, version));
    await dropVersionsBut(tx, { projectId, repositoryId, version: NO_VERSION });
    await deleteRepositoryRow(tx, projectId, repositoryId);
    return found;
  });
  return { repository: present(row) };
};
