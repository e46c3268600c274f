import type { LatestArticle } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import { siteTitle, type View } from './view';
import { xmlText, XML_DECLARATION } from './xml';

/** Most articles of a feed. */
export const FEED_LIMIT = 50;

const entry = ({ title, summary, url, updatedAt, publishedAt }: LatestArticle): string =>
  [
    '  <entry>',
    `    <id>${xmlText(url)}</id>`,
    `    <title>${xmlText(title)}</title>`,
    `    <link rel="alternate" type="text/html" href="${xmlText(url)}"/>`,
    `    <updated>${updatedAt ?? ''}</updated>`,
    ...(publishedAt ? [`    <published>${publishedAt}</published>`] : []),
    `    <summary>${xmlText(summary)}</summary>`,
    '  </entry>',
  ].join('\n');

/** The latest changed articles of a language as an Atom 1.0 feed. */
export const atomFeed = (view: View, articles: readonly LatestArticle[]): string => {
  const home = `${view.root}/${view.language}`;
  const updated = articles[0]?.updatedAt ?? '1970-01-01T00:00:00.000Z';
  return [
    `${XML_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(view.language.replaceAll('_', '-'))}">`,
    `  <id>${xmlText(home)}</id>`,
    `  <title>${xmlText(siteTitle(view))}</title>`,
    `  <author><name>${xmlText(view.project.name)}</name></author>`,
    `  <link rel="self" type="application/atom+xml" href="${xmlText(home)}/feed.xml"/>`,
    `  <link rel="alternate" type="text/html" href="${xmlText(home)}"/>`,
    `  <updated>${updated}</updated>`,
    ...articles.map(entry),
    '</feed>\n',
  ].join('\n');
};
