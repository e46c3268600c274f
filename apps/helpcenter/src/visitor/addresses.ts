/** Most characters of a title in an address. */
const MAX_SLUG = 60;

/** A title as it stands in addresses: letters and digits of any script, all else a hyphen. */
export const toSlug = (title: string): string =>
  Array.from(
    title
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  )
    .slice(0, MAX_SLUG)
    .join('')
    .replace(/-$/, '');

/** Where the pages of a help center are. */
export interface SiteRoot {
  /** Without a slash at the end. */
  root: string;
  /** Host of a custom domain. */
  customDomain?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The root of a project's help center: its custom domain, else below the gateway's address. */
export const siteRoot = (
  publicUrl: string,
  projectId: string,
  helpcenter: Readonly<Record<string, unknown>>,
): SiteRoot => {
  const customDomain = text(helpcenter['customDomain']);
  if (customDomain !== undefined) return { root: `https://${customDomain}`, customDomain };
  return { root: `${publicUrl}/help/${text(helpcenter['slug']) ?? projectId}` };
};

/** The kinds of things with a page. */
export type PageKind = 'articles' | 'collections';

/** The canonical address of a page. */
export const pageUrl = (
  { root }: SiteRoot,
  language: string,
  kind: PageKind,
  docId: number,
  slug: string,
): string => `${root}/${language}/${kind}/${docId}${slug === '' ? '' : `-${encodeURIComponent(slug)}`}`;

/** A reference in a path: an id, or a running number with any text after a hyphen. */
export type Reference = { id: string } | { docId: number };

const MAX_NUMBER = 2 ** 31 - 1;

/** Reads a reference; undefined for a text that cannot be one. */
export const readReference = (text: string): Reference | undefined => {
  if (/^[0-9a-f]{24}$/.test(text)) return { id: text };
  const number = /^(\d{1,10})(?:-.*)?$/s.exec(text)?.[1];
  if (number === undefined || Number(number) > MAX_NUMBER) return undefined;
  return { docId: Number(number) };
};
