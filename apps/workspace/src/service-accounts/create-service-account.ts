import { type Actor, projectScope } from '@parley/auth';
import { newId } from '@parley/persistence';
import {
  type CreateServiceAccountRequest,
  type CreateServiceAccountResponse,
} from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { requiredName } from '../names';
import { newServiceToken, serviceTokenHash } from './service-account';
import { presentServiceAccount } from './service-account.present';
import { insertServiceAccount } from './service-account.store';

const creatorOf = (actor: Actor): string => ('id' in actor ? actor.id : actor.type);

/** Creates a service account and answers its token this once. */
export const createServiceAccount = async (
  deps: Deps,
  request: CreateServiceAccountRequest,
  context: CallContext,
): Promise<Partially<CreateServiceAccountResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const token = newServiceToken();
  const row = await insertServiceAccount(deps.store, projectId, {
    id: newId(),
    name: requiredName(request.name),
    tokenHash: serviceTokenHash(token),
    createdBy: creatorOf(actor),
  });
  return { serviceAccount: presentServiceAccount(row, organisationId, token) };
};
