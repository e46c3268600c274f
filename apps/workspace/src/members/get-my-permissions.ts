import { type Role, rolePermissions, requireUser } from '@parley/auth';
import type {
  GetMyPermissionsRequest,
  GetMyPermissionsResponse,
} from '@parley/proto/generated/parley/workspace/v1/users_service';
import { notFound } from '@parley/errors';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { organisationNotFound, findMembership, firstMembership } from '../organisations';
import { SERVICE_ACCOUNT_ROLE } from '../service-accounts';
import { findAccess } from '../projects';

const roleInOrganisation = async (deps: Deps, organisationId: string, userId: string): Promise<Role> => {
  const membership = await findMembership(deps.store, organisationId, userId);
  if (!membership) throw organisationNotFound();
  if (!membership.role) throw notFound('role', 'You have no role in this organisation.');
  return membership.role;
};

const roleInProject = async (deps: Deps, projectId: string, userId: string): Promise<Role> => {
  const access = await findAccess(deps.store.sql, userId, projectId);
  if (!access) throw notFound('project', 'There is no such project, or you have no access to it.');
  return access.role;
};

const roleInFirst = async (deps: Deps, userId: string): Promise<Role> => {
  const first = await firstMembership(deps.store, userId);
  if (!first) throw organisationNotFound();
  return first.role;
};

/**
 * Answers the caller's permissions in the organisation of the query, else in the project of the header, else in the caller's first
 * organisation. 404 for an organisation or project that is unknown to the caller, and for one without a role of the caller. A
 * service account has the role of programs in its own project.
 */
export const getMyPermissions = async (
  deps: Deps,
  { organisationId }: GetMyPermissionsRequest,
  context: CallContext,
): Promise<Partially<GetMyPermissionsResponse>> => {
  if (context.scope.actor.type === 'service') {
    // It has its project only, and the gateway answered for any other.
    if (organisationId !== undefined && organisationId !== context.scope.organisationId)
      throw organisationNotFound();
    return { permissions: [...rolePermissions[SERVICE_ACCOUNT_ROLE]], roles: [SERVICE_ACCOUNT_ROLE] };
  }
  const { id } = requireUser(context.scope);
  const { projectId } = context.scope;
  const role = await (organisationId !== undefined
    ? roleInOrganisation(deps, organisationId, id)
    : projectId !== undefined
      ? roleInProject(deps, projectId, id)
      : roleInFirst(deps, id));
  return { permissions: [...rolePermissions[role]], roles: [role] };
};
