import type {
  ResolveRedirectRequest,
  ResolveRedirectResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/redirects_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { openVisit } from '../visitor';
import { follow, type Kind, storedRedirects } from './follow';

const PERMANENT = 301;

/** Where an address of the help center leads; 404 when it is switched off. */
export const resolveRedirect = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl'>,
  { path, url, matchType }: ResolveRedirectRequest,
  context: CallContext,
): Promise<Partially<ResolveRedirectResponse>> => {
  const { scope } = await openVisit(deps, {}, context);
  const asked = [path, ...(url === '' ? [] : [url])];
  const kind: Kind | undefined = matchType === 'exact' || matchType === 'pattern' ? matchType : undefined;
  const target = await follow(storedRedirects(deps.store, scope.projectId), asked, kind);
  return target === undefined ? {} : { redirect: { url: target, status: PERMANENT } };
};
