import { type Actor, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { newId } from '@parley/persistence';
import type {
  CreateServiceAccountRequest,
  CreateServiceAccountResponse,
} from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { requiredName } from '../names';
import { newServiceToken, serviceTokenHash } from './service-account';
import { presentServiceAccount } from './service-account.present';
import { insertServiceAccount } from './service-account.store';

const toCreator = (actor: Actor): string => ('id' in actor ? actor.id : actor.type);

/** Creates a service account and answers its token this once. */
export const createServiceAccount = async (
  deps: Deps,
  request: CreateServiceAccountRequest,
  context: OnceContext<CreateServiceAccountResponse>,
): Promise<Partially<CreateServiceAccountResponse>> => {
  const { projectId, organisationId, actor } = projectScope(context.scope);
  const token = newServiceToken();
  const account = {
    id: newId(),
    name: requiredName(request.name),
    tokenHash: serviceTokenHash(token),
    createdBy: toCreator(actor),
  };
  return deps.store.transaction(async (tx) => {
    const row = await insertServiceAccount(tx, projectId, account);
    const response = { serviceAccount: presentServiceAccount(row, organisationId, token) };
    await context.record(tx.sql, response);
    return response;
  });
};
