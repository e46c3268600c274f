import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { readLook } from './look';
import { SCRIPT } from './script';
import { SearchForm } from './search-form';
import { findDirection, languageName, localPath, siteTitle, type View } from './view';

/** One language of a page and its canonical address. */
export interface Alternate {
  language: string;
  url: string;
}

/** What stands in the head of a page beside what every page has. */
export interface PageHead {
  title: string;
  description?: string | undefined;
  /** Canonical address; none for a page that is not to be found. */
  canonical?: string | undefined;
  /** The same page in each language that it has. */
  alternates?: readonly Alternate[];
  /** Where readers of other languages are sent. */
  defaultUrl?: string | undefined;
  /** og:type; website unless it is an article. */
  type?: 'website' | 'article';
  /** og:image; that of the help center unless the page has its own. */
  picture?: string | undefined;
  /** JSON-LD documents. */
  data?: readonly object[];
  noindex?: boolean;
}

/** JSON for a script element: no text in it can end the element. */
const scriptJson = (document: object): string => JSON.stringify(document).replaceAll('<', '\\u003c');

const Head = ({ view, head }: { view: View; head: PageHead }): VNode => {
  const { faviconUrl, ogImageUrl } = readLook(view.project);
  const picture = head.picture ?? ogImageUrl;
  const site = siteTitle(view);
  const description = head.description || undefined;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{head.title === site ? site : `${head.title} · ${site}`}</title>
      {description && <meta name="description" content={description} />}
      {head.noindex && <meta name="robots" content="noindex" />}
      {head.canonical && <link rel="canonical" href={head.canonical} />}
      {head.alternates?.map(({ language, url }) => (
        <link rel="alternate" hreflang={language.replaceAll('_', '-')} href={url} />
      ))}
      {head.defaultUrl && <link rel="alternate" hreflang="x-default" href={head.defaultUrl} />}
      <meta property="og:title" content={head.title} />
      {description && <meta property="og:description" content={description} />}
      {head.canonical && <meta property="og:url" content={head.canonical} />}
      <meta property="og:site_name" content={site} />
      {picture && <meta property="og:image" content={picture} />}
      {picture && <meta name="twitter:card" content="summary_large_image" />}
      <meta property="og:type" content={head.type ?? 'website'} />
      <link rel="alternate" type="application/atom+xml" href={`${view.base}/${view.language}/feed.xml`} />
      <link rel="stylesheet" href={`${view.base}/site.css`} />
      <link rel="icon" href={faviconUrl ?? 'data:,'} />
      <script type="module" dangerouslySetInnerHTML={{ __html: SCRIPT }} />
      {head.data?.map((document) => (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(document) }} />
      ))}
    </head>
  );
};

const Languages = ({ view, alternates }: { view: View; alternates: readonly Alternate[] }): VNode | null =>
  alternates.length < 2 ? null : (
    <nav aria-label={view.texts['helpcenter.languages']}>
      <ul class="languages">
        {alternates.map(({ language, url }) => (
          <li>
            <a
              href={localPath(view, url)}
              lang={language.replaceAll('_', '-')}
              hreflang={language.replaceAll('_', '-')}
              {...(language === view.language && { 'aria-current': 'true' as const })}
            >
              {languageName(language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );

const Top = ({
  view,
  languages,
  hasSearch,
}: {
  view: View;
  languages: readonly Alternate[];
  hasSearch: boolean;
}): VNode => {
  const { logoUrl, headerLinks } = readLook(view.project);
  return (
    <header class="top">
      <div class="wrap">
        <a class="brand" href={`${view.base}/${view.language}`}>
          {logoUrl && <img src={logoUrl} alt="" />}
          {siteTitle(view)}
        </a>
        {!hasSearch && <SearchForm view={view} />}
        {headerLinks.length > 0 && (
          <nav aria-label={view.texts['helpcenter.links']}>
            <ul class="links">
              {headerLinks.map(({ title, url }) => (
                <li>
                  <a href={url}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <Languages view={view} alternates={languages} />
      </div>
    </header>
  );
};

/** The parts of a page. */
export interface Page {
  view: View;
  head: PageHead;
  /** The same page in other languages, for the reader to choose. */
  languages?: readonly Alternate[];
  /** Whether the page has a search of its own; others have one at the top. */
  hasSearch?: boolean;
  /** Stands above the rest, as wide as the window. */
  hero?: ComponentChildren;
  body: ComponentChildren;
}

/** What says of an element which language it is in. */
const spokenIn = (language: string): { lang: string; dir: 'ltr' | 'rtl' } => ({
  lang: language.replaceAll('_', '-'),
  dir: findDirection(language),
});

/** A whole page as HTML. */
export const renderPage = ({
  view,
  head,
  languages = head.alternates ?? [],
  hasSearch = false,
  hero,
  body,
}: Page): string => {
  const { hideBranding, footerLinks, contactUrl } = readLook(view.project);
  const html = (
    <html {...spokenIn(view.textLanguage)}>
      <Head view={view} head={head} />
      <body>
        <a class="skip" href="#content">
          {view.texts['helpcenter.skip']}
        </a>
        <Top view={view} languages={languages} hasSearch={hasSearch} />
        <main id="content" {...(view.language !== view.textLanguage && spokenIn(view.language))}>
          {hero}
          <div class="wrap">
            {body}
            {contactUrl && (
              <p class="contact">
                {view.texts['helpcenter.contact.question']}{' '}
                <a href={contactUrl}>{view.texts['helpcenter.contact']}</a>
              </p>
            )}
          </div>
        </main>
        <footer class="bottom">
          <div class="wrap">
            {footerLinks.length > 0 && (
              <ul>
                {footerLinks.map(({ title, url }) => (
                  <li>
                    <a href={url}>{title}</a>
                  </li>
                ))}
              </ul>
            )}
            {view.isSignedIn && (
              <form method="post" action={`${view.base}/${view.language}/sign-out`}>
                <button>{view.texts['helpcenter.signOut']}</button>
              </form>
            )}
            {view.project.name}
            {!hideBranding && <> · {view.texts['helpcenter.poweredBy']}</>}
          </div>
        </footer>
      </body>
    </html>
  );
  return `<!doctype html>${render(html)}`;
};
