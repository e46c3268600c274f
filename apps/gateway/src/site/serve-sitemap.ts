import type { Request, Response } from 'express';
import type { SiteDeps, Visit } from './deps';
import { sendStream, sendText } from './respond';
import { sitemapFile, sitemapIndex, type SitemapPage, SITEMAP_SIZE } from './sitemap';

/** Every page of the site: the homes, then collections and articles as they are read. */
const listPages = async function* (deps: SiteDeps, { site, context }: Visit): AsyncGenerator<SitemapPage> {
  yield {
    addresses: site.languages.map((language) => ({ language, url: `${site.root}/${language}` })),
    updatedAt: undefined,
  };
  for await (const { pages } of deps.pages.listPages({}, context)) yield* pages;
};

const countAddresses = async (pages: AsyncIterable<SitemapPage>): Promise<number> => {
  let count = 0;
  for await (const { addresses } of pages) count += addresses.length;
  return count;
};

/** `/sitemap.xml`, and its files when there are more addresses than one may hold; false for any other name. */
export const serveSitemap = async (
  deps: SiteDeps,
  request: Request,
  response: Response,
  visit: Visit,
  name: string,
): Promise<boolean> => {
  const number = /^sitemap-([1-9]\d{0,5})\.xml$/.exec(name)?.[1];
  if (name !== 'sitemap.xml' && number === undefined) return false;
  const files = Math.ceil((await countAddresses(listPages(deps, visit))) / SITEMAP_SIZE);
  if (number !== undefined && Number(number) > files) return false;
  if (number === undefined && files > 1) {
    sendText(request, response, { type: 'application/xml', text: sitemapIndex(visit.site.root, files) });
    return true;
  }
  await sendStream(
    request,
    response,
    'application/xml',
    sitemapFile(listPages(deps, visit), Number(number ?? 1)),
  );
  return true;
};
