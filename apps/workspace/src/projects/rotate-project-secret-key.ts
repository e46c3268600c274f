import { demand, projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import type {
  RotateProjectSecretKeyRequest,
  RotateProjectSecretKeyResponse,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { makeSecretKey } from './make-secret-key';
import { projectForbidden } from './project.errors';
import { presentProject } from './project.present';
import { lockProject } from './project.store';

/** Replaces a project's secret key and shows the new one; the old one is accepted beside it for 24 hours. Needs PROJECT_UPDATE. */
export const rotateProjectSecretKey = (
  deps: Deps,
  _request: RotateProjectSecretKeyRequest,
  context: OnceContext<RotateProjectSecretKeyResponse>,
): Promise<Partially<RotateProjectSecretKeyResponse>> => {
  const { projectId } = projectScope(context.scope);
  demand(context.scope, 'PROJECT_UPDATE');
  return deps.store.transaction(async (tx) => {
    if (!(await lockProject(tx, projectId))) throw projectForbidden();
    const response = { project: presentProject(deps, await makeSecretKey(deps, tx, projectId), 'admin') };
    await context.record(tx.sql, response);
    return response;
  });
};
