import { comparableEmail } from '@parley/addresses';
import { unauthenticated } from '@parley/errors';
import type { LoginRequest, LoginResponse } from '@parley/proto/generated/parley/workspace/v1/users_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { issueToken } from '../tokens';
import { presentUser } from './user.present';
import { findUserByEmail } from './user.store';

/** Logs a person in, unconfirmed ones too. 401 INVALID_CREDENTIALS, after the same work, whatever was wrong. */
export const login = async (deps: Deps, request: LoginRequest): Promise<Partially<LoginResponse>> => {
  const user = await findUserByEmail(deps.store, comparableEmail(request.email));
  const fits = await deps.passwords.matches(user?.passwordHash, request.password);
  if (!user || !fits) throw unauthenticated('INVALID_CREDENTIALS');
  return { token: await issueToken(deps, user), user: presentUser(user) };
};
