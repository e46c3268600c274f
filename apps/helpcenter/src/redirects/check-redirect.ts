import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  CheckRedirectRequest,
  CheckRedirectResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findRedirect } from './redirect.store';

/** 404 unless the project has such a redirect. */
export const checkRedirect = async (
  { store }: Pick<Deps, 'store'>,
  { redirectId }: CheckRedirectRequest,
  context: CallContext,
): Promise<Partially<CheckRedirectResponse>> => {
  const { projectId } = projectScope(context.scope);
  if (!(await findRedirect(store, projectId, redirectId))) throw notFound('redirect');
  return {};
};
