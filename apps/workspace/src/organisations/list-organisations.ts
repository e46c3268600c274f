import { userOf } from '@parley/auth';
import { type ListOrganisationsResponse } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { presentOrganisation } from './organisation.present';
import { listOrganisationsOf } from './organisation.store';

/** Lists the organisations the caller belongs to. */
export const listOrganisations = async (
  deps: Deps,
  context: CallContext,
): Promise<Partially<ListOrganisationsResponse>> => {
  const memberships = await listOrganisationsOf(deps.store, userOf(context.scope).id);
  return {
    organisations: memberships.map(({ organisation, role }) => presentOrganisation(organisation, role)),
  };
};
