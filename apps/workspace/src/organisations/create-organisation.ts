import { requireUser } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { newId } from '@parley/persistence';
import type {
  CreateOrganisationRequest,
  CreateOrganisationResponse,
} from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { requiredName } from '../names';
import { accountGone, lockUser } from '../users';
import { presentOrganisation } from './organisation.present';
import { insertOrganisation } from './organisation.store';

/** Creates an organisation with the caller as its admin. */
export const createOrganisation = async (
  deps: Deps,
  request: CreateOrganisationRequest,
  context: OnceContext<CreateOrganisationResponse>,
): Promise<Partially<CreateOrganisationResponse>> => {
  const adminId = requireUser(context.scope).id;
  const name = requiredName(request.name);
  return deps.store.transaction(async (tx) => {
    if (!(await lockUser(tx, adminId))) throw accountGone();
    const row = await insertOrganisation(tx, { id: newId(), name, adminId });
    const response = { organisation: presentOrganisation(row, 'admin') };
    await context.record(tx.sql, response);
    return response;
  });
};
