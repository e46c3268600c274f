import { projectScope } from '@parley/auth';
import type {
  ListServiceAccountsRequest,
  ListServiceAccountsResponse,
} from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentServiceAccount } from './service-account.present';
import { listServiceAccountRows } from './service-account.store';

/** Lists the project's service accounts, newest first unless asked for another order, without tokens. */
export const listServiceAccounts = async (
  deps: Deps,
  request: ListServiceAccountsRequest,
  context: CallContext,
): Promise<Partially<ListServiceAccountsResponse>> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const rows = await listServiceAccountRows(deps.store, projectId, request);
  return { serviceAccounts: rows.map((row) => presentServiceAccount(row, organisationId)) };
};
