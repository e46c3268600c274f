/** Longest path that a reader is led back to. */
const MAX_TARGET = 2_048;
const NOWHERE = 'https://site.invalid';

/**
 * Where a path below a site leads on its host; undefined for everything that is no page of the site: other hosts however they are
 * written, and the pages of the sign-in itself. It is read as a browser reads it.
 */
export const localTarget = (base: string, to: unknown): string | undefined => {
  if (typeof to !== 'string' || to.length > MAX_TARGET || !/^\/[^/\\]/.test(to)) return undefined;
  if (!URL.canParse(base + to, NOWHERE)) return undefined;
  const { origin, pathname, search } = new URL(base + to, NOWHERE);
  // Two slashes in front would name a host.
  const isBelow = pathname.startsWith(`${base}/`) && !pathname.startsWith('//', base.length);
  if (origin !== NOWHERE || !isBelow) return undefined;
  return /\/sign-(?:in|out)(?:\/|$)/.test(pathname) ? undefined : pathname + search;
};
