import type { ServiceAccount } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import type { Partially } from '@parley/rpc';
import { SERVICE_ACCOUNT_ROLE } from './service-account';
import type { ServiceAccountRow } from './service-account.store';

/** A stored service account as the public document; the token is in the answer to create only. */
export const presentServiceAccount = (
  row: ServiceAccountRow,
  organisationId: string,
  token?: string,
): Partially<ServiceAccount> => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  project: row.projectId,
  organisation: organisationId,
  role: SERVICE_ACCOUNT_ROLE,
  token,
  createdBy: row.createdBy,
  lastUsedAt: row.lastUsedAt?.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
