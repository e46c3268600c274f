import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import { type Deps } from '../deps';
import { getCurrentUser } from '../users/get-current-user';
import { getMyPermissions } from '../members/get-my-permissions';
import { login } from '../users/login';
import { resendCode } from '../users/resend-code';
import { signUp } from '../users/sign-up';
import { updateCurrentUser } from '../users/update-current-user';
import { verifyUser } from '../users/verify-user';

const { methods } = UsersServiceDefinition;

export const usersRpc = (deps: Deps): ServiceImplementation =>
  implement(UsersServiceDefinition, {
    signUp: deps.effects.once(methods.signUp, (request, context) => signUp(deps, request, context)),
    verifyUser: deps.effects.once(methods.verifyUser, (request, context) =>
      verifyUser(deps, request, context),
    ),
    resendCode: deps.effects.once(methods.resendCode, (request, context) =>
      resendCode(deps, request, context),
    ),
    login: (request) => login(deps, request),
    getCurrentUser: (_request, context) => getCurrentUser(deps, context),
    updateCurrentUser: (request, context) => updateCurrentUser(deps, request, context),
    getMyPermissions: (request, context) => getMyPermissions(deps, request, context),
  });
