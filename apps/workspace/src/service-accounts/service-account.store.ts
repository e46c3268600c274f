import { compileList, inOrder, type ListQuery } from '@parley/persistence';
import type { Store } from '../db';
import type { ServiceAccount } from '../generated/prisma/client';
import { findIds } from '../short-list.store';
import { serviceAccountList } from './service-account.fields';

/** A stored service account. */
export type ServiceAccountRow = ServiceAccount;

/** The service accounts of a project that a list asks for. */
export const listServiceAccountRows = async (
  store: Store,
  projectId: string,
  query: ListQuery,
): Promise<ServiceAccountRow[]> => {
  const params: unknown[] = [projectId];
  const clauses = compileList(query, serviceAccountList, params);
  const ids = await findIds(store.sql, 'FROM service_account WHERE project_id = $1', clauses, params);
  return inOrder(ids, await store.prisma.serviceAccount.findMany({ where: { projectId, id: { in: ids } } }));
};

export const insertServiceAccount = (
  store: Store,
  projectId: string,
  account: Pick<ServiceAccountRow, 'id' | 'name' | 'tokenHash' | 'createdBy'>,
): Promise<ServiceAccountRow> => store.prisma.serviceAccount.create({ data: { ...account, projectId } });

/** A service account of the project. */
export const findServiceAccount = (
  store: Store,
  projectId: string,
  id: string,
): Promise<ServiceAccountRow | null> =>
  store.prisma.serviceAccount.findUnique({ where: { projectId_id: { projectId, id } } });

/** Identifiers and names of the project's service accounts among the ids. */
export const findServiceAccounts = (
  store: Store,
  projectId: string,
  ids: readonly string[],
): Promise<Pick<ServiceAccountRow, 'id' | 'name'>[]> =>
  store.prisma.serviceAccount.findMany({
    where: { projectId, id: { in: [...ids] } },
    select: { id: true, name: true },
  });

/** Deletes a service account and answers its last state; undefined when the project has no such account. */
export const deleteServiceAccount = async (
  store: Store,
  projectId: string,
  id: string,
): Promise<ServiceAccountRow | undefined> => {
  const [row] = await store.sql.query<ServiceAccountRow>(
    `DELETE FROM service_account WHERE project_id = $1 AND id = $2
     RETURNING project_id AS "projectId", id, name, token_hash AS "tokenHash", created_by AS "createdBy",
       last_used_at AS "lastUsedAt", created_at AS "createdAt", updated_at AS "updatedAt"`,
    [projectId, id],
  );
  return row;
};
