import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  DeleteRedirectRequest,
  DeleteRedirectResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentRedirect } from './redirect.present';
import { deleteRedirectRow, findRedirect, lockRedirects } from './redirect.store';

/** Deletes a redirect and answers its last state. */
export const deleteRedirect = async (
  { store }: Pick<Deps, 'store'>,
  { redirectId: id }: DeleteRedirectRequest,
  context: CallContext,
): Promise<Partially<DeleteRedirectResponse>> => {
  const { projectId } = projectScope(context.scope);
  const row = await store.transaction(async (tx) => {
    await lockRedirects(tx, projectId);
    const redirect = await findRedirect(tx, projectId, id);
    if (!redirect) throw notFound('redirect');
    await deleteRedirectRow(tx, redirect);
    return redirect;
  });
  return { redirect: presentRedirect(row) };
};
