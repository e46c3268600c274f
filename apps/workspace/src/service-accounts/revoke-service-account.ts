import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  RevokeServiceAccountRequest,
  RevokeServiceAccountResponse,
} from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentServiceAccount } from './service-account.present';
import { deleteServiceAccount } from './service-account.store';

/** Revokes a service account: its token resolves to nothing from now on. 404 outside the project. */
export const revokeServiceAccount = async (
  deps: Deps,
  { serviceAccountId }: RevokeServiceAccountRequest,
  context: CallContext,
): Promise<Partially<RevokeServiceAccountResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const row = await deleteServiceAccount(deps.store, projectId, serviceAccountId);
  if (!row) throw notFound('service_account');
  return { serviceAccount: presentServiceAccount(row, organisationId) };
};
