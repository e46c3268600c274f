/** Longest address that is asked for. */
const MAX_URL = 2_048;

/**
 * The address under which a page is kept: absolute, http(s), without fragment and `utm_` parameters. Undefined for a text that is
 * no such address.
 */
export const pageUrl = (text: string, base?: string): string | undefined => {
  if (text.length > MAX_URL || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  url.hash = '';
  const tracking = [...url.searchParams.keys()].filter((name) => /^utm_/i.test(name));
  // Left alone otherwise: writing a query again may change how it is encoded.
  for (const name of tracking) url.searchParams.delete(name);
  return url.href.length <= MAX_URL ? url.href : undefined;
};

/** The directory of an address: the bound of a site. */
export const readDirectory = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}`;
};

/** The path of an address as people write it, for globs. */
export const readPath = (url: string): string => {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
};
