import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import { implement, type ServiceImplementation } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  forgotPassword,
  getCurrentUser,
  login,
  resendCode,
  resetPassword,
  signUp,
  updateCurrentUser,
  verifyUser,
} from '../users';
import { getMyPermissions } from '../members';

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
    forgotPassword: deps.effects.once(methods.forgotPassword, (request, context) =>
      forgotPassword(deps, request, context),
    ),
    resetPassword: deps.effects.once(methods.resetPassword, (request, context) =>
      resetPassword(deps, request, context),
    ),
    login: (request) => login(deps, request),
    getCurrentUser: (_request, context) => getCurrentUser(deps, context),
    updateCurrentUser: (request, context) => updateCurrentUser(deps, request, context),
    getMyPermissions: (request, context) => getMyPermissions(deps, request, context),
  });
