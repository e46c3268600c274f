import type { PageAddress, SitePage } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { xmlText, XML_DECLARATION } from './xml';

/** Most addresses of one file. */
export const SITEMAP_SIZE = 10_000;

/** A page in every language that it has. */
export type SitemapPage = Pick<SitePage, 'addresses'> & { updatedAt?: string | undefined };

const urlEntries = ({ addresses, updatedAt }: SitemapPage): string[] => {
  const alternates = addresses.map(
    ({ language, url }) =>
      `<xhtml:link rel="alternate" hreflang="${xmlText(language.replaceAll('_', '-'))}" href="${xmlText(url)}"/>`,
  );
  const lastmod = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : '';
  return addresses.map(
    ({ url }: PageAddress) =>
      `<url><loc>${xmlText(url)}</loc>${lastmod}${addresses.length > 1 ? alternates.join('') : ''}</url>\n`,
  );
};

/**
 * One file of the sitemap while its pages are read: the addresses from `SITEMAP_SIZE * (number - 1)` on, at most
 * `SITEMAP_SIZE` of them.
 */
export const sitemapFile = async function* (
  pages: AsyncIterable<SitemapPage>,
  number: number,
): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  const from = SITEMAP_SIZE * (number - 1);
  let position = 0;
  for await (const page of pages) {
    const next = position + page.addresses.length;
    if (next > from) {
      const entries = urlEntries(page).slice(Math.max(0, from - position), from + SITEMAP_SIZE - position);
      if (entries.length > 0) yield entries.join('');
    }
    position = next;
    if (position >= from + SITEMAP_SIZE) break;
  }
  yield '</urlset>\n';
};

/** The list of a sitemap's files. */
export const sitemapIndex = (root: string, files: number): string =>
  [
    `${XML_DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...Array.from(
      { length: files },
      (_, index) => `<sitemap><loc>${xmlText(root)}/sitemap-${index + 1}.xml</loc></sitemap>`,
    ),
    '</sitemapindex>\n',
  ].join('\n');
