import type {
  GetServiceAccountsRequest,
  GetServiceAccountsResponse,
} from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import type { Deps } from '../deps';
import { findServiceAccounts } from '../service-accounts';
import { limitIds } from './limit-ids';

/** Answers the project's service accounts among the ids. 400 for more than 500 ids. */
export const getServiceAccounts = async (
  deps: Pick<Deps, 'store'>,
  { projectId, ids }: GetServiceAccountsRequest,
): Promise<GetServiceAccountsResponse> => ({
  serviceAccounts: await findServiceAccounts(deps.store, projectId, limitIds('ids', ids)),
});
