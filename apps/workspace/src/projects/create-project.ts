import { requireUser } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { newId } from '@parley/persistence';
import type {
  CreateProjectRequest,
  CreateProjectResponse,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { Partially } from '@parley/rpc';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { requiredName } from '../names';
import {
  notOrganisationAdmin,
  organisationNotFound,
  findMembership,
  firstMembership,
  insertOrganisation,
} from '../organisations';
import { tellJoined } from '../arrivals';
import { accountGone, lockUser, type UserRow } from '../users';
import { makeSecretKey } from './make-secret-key';
import { newApiToken, newSessionSecret, projectDefaults, sessionSecretContext } from './project';
import { presentProject } from './project.present';
import { insertProject } from './project.store';

/** The organisation of a new project: the wanted one, the person's first, or a new one named after the person. */
const owningOrganisation = async (tx: Store, user: UserRow, wanted: string | undefined): Promise<string> => {
  if (wanted !== undefined) {
    const membership = await findMembership(tx, wanted, user.id);
    if (!membership) throw organisationNotFound();
    if (membership.role !== 'admin') throw notOrganisationAdmin();
    return wanted;
  }
  const first = await firstMembership(tx, user.id);
  if (!first) {
    const name = `${user.name || user.email}'s organisation`;
    return (await insertOrganisation(tx, { id: newId(), name, adminId: user.id })).id;
  }
  if (first.role !== 'admin') throw notOrganisationAdmin();
  return first.organisationId;
};

/** Creates a project with the caller as its creator, and so admin. */
export const createProject = async (
  deps: Deps,
  request: CreateProjectRequest,
  context: OnceContext<CreateProjectResponse>,
): Promise<Partially<CreateProjectResponse>> => {
  const userId = requireUser(context.scope).id;
  const name = requiredName(request.name);
  const id = newId();
  const created = await deps.store.transaction(async (tx) => {
    // The lock keeps two first projects at once from making two organisations.
    const user = await lockUser(tx, userId);
    if (!user) throw accountGone();
    await insertProject(tx, {
      ...projectDefaults,
      id,
      organisationId: await owningOrganisation(tx, user, request.organisation),
      name,
      apiToken: newApiToken(),
      sessionSecret: deps.sealer.seal(newSessionSecret(), sessionSecretContext(id)),
      createdBy: userId,
    });
    const row = await makeSecretKey(deps, tx, id);
    await tellJoined(deps, tx, { projectId: id }, context);
    const response = { project: presentProject(deps, row, 'admin') };
    await context.record(tx.sql, response);
    return response;
  });
  deps.events.wake();
  return created;
};
