import { invalid, notFound } from '@parley/errors';
import { newId } from '@parley/persistence';
import type {
  ProvisionUserRequest,
  ProvisionUserResponse,
} from '@parley/proto/generated/parley/workspace/v1/provisioning_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { readRole } from '../roles';
import { tellJoined } from '../arrivals';
import { issueToken } from '../tokens';
import {
  signUpEmail,
  splitName,
  presentUser,
  confirmWithPassword,
  findUserByEmail,
  insertUser,
  type NewUser,
  type UserRow,
} from '../users';
import { projectExists, putProjectMember } from './provision.store';

const MIN_PASSWORD = 8;

/** The account of the address: a new one, or the one there is. A confirmed one keeps the password it has. */
const takeAccount = async (tx: Store, account: NewUser, passwordHash: string): Promise<UserRow> => {
  await insertUser(tx, account);
  const user = await findUserByEmail(tx, account.email);
  if (!user) throw new Error('The account vanished while it was provisioned');
  return user.confirmed && user.passwordHash !== null ? user : confirmWithPassword(tx, user.id, passwordHash);
};

/** Makes a confirmed account, once per address, and a member of a project. 400 for a role or password that is none. */
export const provisionUser = async (
  deps: Deps,
  request: ProvisionUserRequest,
  context: CallContext,
): Promise<Partially<ProvisionUserResponse>> => {
  const role = readRole(request.role ?? 'user');
  const { projectId } = request;
  if (request.password.length < MIN_PASSWORD) {
    throw invalid({ field: 'password', message: `takes at least ${MIN_PASSWORD} characters` });
  }
  const passwordHash = await deps.passwords.hash(request.password);
  const account: NewUser = {
    ...splitName(request.name),
    id: newId(),
    email: signUpEmail(request.email),
    passwordHash,
    userRole: null,
    confirmed: true,
    createdAt: new Date(),
  };
  const user = await deps.store.transaction(async (tx) => {
    const taken = await takeAccount(tx, account, passwordHash);
    if (projectId !== undefined) {
      if (!(await projectExists(tx, projectId))) throw notFound('project', 'There is no such project.');
      await putProjectMember(tx, projectId, taken.id, role);
      await tellJoined(deps, tx, { projectId, userId: taken.id }, context);
    }
    return taken;
  });
  deps.events.wake();
  return { user: presentUser(user), token: await issueToken(deps, user) };
};
