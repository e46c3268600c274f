import { projectScope } from '@parley/auth';
import type {
  ListRedirectsRequest,
  ListRedirectsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentRedirect } from './redirect.present';
import { listRedirectRows } from './redirect.store';

/** The project's redirects, oldest first unless asked for another order. */
export const listRedirects = async (
  { store }: Pick<Deps, 'store'>,
  request: ListRedirectsRequest,
  context: CallContext,
): Promise<Partially<ListRedirectsResponse>> => {
  const { projectId } = projectScope(context.scope);
  return { redirects: (await listRedirectRows(store, projectId, request)).map(presentRedirect) };
};
