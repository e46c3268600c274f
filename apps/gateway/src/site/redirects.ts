import type { SiteDeps, Visit } from './deps';

/** Longest address that is looked up. */
const MAX_ADDRESS = 2_048;

/**
 * Where the redirects of the help center lead from an address: a path on the host that was asked, or a URL; undefined when
 * no redirect of the kind takes it.
 */
export const findRedirect = async (
  { redirects }: SiteDeps,
  { site, base, context }: Visit,
  address: string,
  matchType: 'exact' | 'pattern',
): Promise<string | undefined> => {
  if (address.length > MAX_ADDRESS) return undefined;
  const { redirect } = await redirects.resolveRedirect(
    { path: address, url: `${site.root}${address}`, matchType },
    context,
  );
  if (!redirect) return undefined;
  return redirect.url.startsWith('/') ? `${base}${redirect.url}` : redirect.url;
};
