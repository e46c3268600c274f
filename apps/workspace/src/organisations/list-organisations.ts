import { requireUser } from '@parley/auth';
import type {
  ListOrganisationsRequest,
  ListOrganisationsResponse,
} from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentOrganisation } from './organisation.present';
import { listOwnOrganisations } from './organisation.store';

/** Lists the organisations the caller belongs to, oldest first unless asked for another order. */
export const listOrganisations = async (
  deps: Deps,
  request: ListOrganisationsRequest,
  context: CallContext,
): Promise<Partially<ListOrganisationsResponse>> => {
  const rows = await listOwnOrganisations(deps.store.sql, requireUser(context.scope).id, request);
  return { organisations: rows.map((row) => presentOrganisation(row, row.role)) };
};
