import { type Store } from '../db';
import { type ServiceAccount } from '../generated/prisma/client';

/** A stored service account. */
export type ServiceAccountRow = ServiceAccount;

/** The service accounts of a project, newest first. */
export const listServiceAccountRows = (store: Store, projectId: string): Promise<ServiceAccountRow[]> =>
  store.prisma.serviceAccount.findMany({ where: { projectId }, orderBy: { id: 'desc' } });

export const insertServiceAccount = (
  store: Store,
  projectId: string,
  account: Pick<ServiceAccountRow, 'id' | 'name' | 'tokenHash' | 'createdBy'>,
): Promise<ServiceAccountRow> => store.prisma.serviceAccount.create({ data: { ...account, projectId } });

/** Deletes a service account and answers what it was; undefined when the project has no such account. */
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
