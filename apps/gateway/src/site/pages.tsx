import type { ArticleLink } from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type {
  Breadcrumb,
  VisibleArticleSummary,
  VisibleCollection,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import type { VNode } from 'preact';
import { type Alternate, renderPage } from './layout';
import { readLook } from './look';
import { SearchForm } from './search-form';
import { filled, localPath, localText, siteTitle, type View } from './view';

/** The way from the home page down to where the reader is. */
export const Crumbs = ({ view, path }: { view: View; path: readonly Breadcrumb[] }): VNode => (
  <nav class="crumbs" aria-label={view.texts['helpcenter.breadcrumbs']}>
    <ol>
      <li>
        <a href={`${view.base}/${view.language}`}>{view.texts['helpcenter.home']}</a>
      </li>
      {path.map(({ title, url }) => (
        <li>
          <a href={localPath(view, url)}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
);

const CollectionCards = ({
  view,
  collections,
  label,
}: {
  view: View;
  collections: readonly VisibleCollection[];
  label: string | undefined;
}): VNode => (
  <ul class="cards" aria-label={label}>
    {collections.map(({ title, description, iconUrl, url, articlesCount }) => (
      <li class="card">
        {iconUrl && <img src={iconUrl} alt="" />}
        <h2>
          <a href={localPath(view, url)}>{title}</a>
        </h2>
        {description && <p>{description}</p>}
        <p class="muted">
          {filled(view.texts['helpcenter.collection.articlesCount'], { count: articlesCount })}
        </p>
      </li>
    ))}
  </ul>
);

/** Links to articles below a heading; nothing without articles. */
export const LinkList = ({
  view,
  id,
  title,
  articles,
}: {
  view: View;
  id: string;
  title: string | undefined;
  articles: readonly ArticleLink[];
}): VNode | null =>
  articles.length === 0 ? null : (
    <section class="more" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {articles.map((article) => (
          <li>
            <a href={localPath(view, article.url)}>{article.title}</a>
          </li>
        ))}
      </ul>
    </section>
  );

/** The home page in each of the project's languages. */
export const homes = ({ project, root }: Pick<View, 'project' | 'root'>): Alternate[] =>
  project.languages.map((language) => ({ language, url: `${root}/${language}` }));

/** The home page: the search, the collections at the top, and the articles that are read most. */
export const homePage = (
  view: View,
  collections: readonly VisibleCollection[],
  popular: readonly ArticleLink[],
): string => {
  const title = siteTitle(view);
  const headline = localText(view, readLook(view.project).headline) ?? view.texts['helpcenter.headline'];
  return renderPage({
    view,
    head: {
      title,
      description: headline,
      canonical: `${view.root}/${view.language}`,
      alternates: homes(view),
      defaultUrl: `${view.root}/${view.project.defaultLanguage}`,
    },
    hasSearch: true,
    hero: (
      <div class="hero">
        <div class="wrap">
          <h1>{title}</h1>
          {headline && <p>{headline}</p>}
          <SearchForm view={view} />
        </div>
      </div>
    ),
    body:
      collections.length > 0 ? (
        <>
          <CollectionCards
            view={view}
            collections={collections}
            label={view.texts['helpcenter.collections']}
          />
          <LinkList view={view} id="popular" title={view.texts['helpcenter.popular']} articles={popular} />
        </>
      ) : (
        <p class="muted">{view.texts['helpcenter.empty']}</p>
      ),
  });
};

/** The content of a collection's page. */
export interface CollectionContent {
  collection: VisibleCollection;
  breadcrumbs: readonly Breadcrumb[];
  subCollections: readonly VisibleCollection[];
  articles: readonly VisibleArticleSummary[];
  /** The page in each language that it has. */
  alternates: readonly Alternate[];
}

const breadcrumbData = (view: View, path: readonly { title: string; url: string }[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ title: siteTitle(view), url: `${view.root}/${view.language}` }, ...path].map(
    ({ title, url }, index) => ({ '@type': 'ListItem', position: index + 1, name: title, item: url }),
  ),
});

/** A collection: the collections and articles in it. */
export const collectionPage = (view: View, content: CollectionContent): string => {
  const { collection, breadcrumbs, subCollections, articles, alternates } = content;
  return renderPage({
    view,
    head: {
      title: collection.title,
      description: collection.description,
      canonical: collection.url,
      alternates,
      defaultUrl: findDefaultUrl(view, alternates) ?? collection.url,
      data: [breadcrumbData(view, [...breadcrumbs, collection])],
    },
    body: (
      <>
        <Crumbs view={view} path={breadcrumbs} />
        <h1>{collection.title}</h1>
        {collection.description && <p class="muted">{collection.description}</p>}
        {subCollections.length > 0 && (
          <CollectionCards
            view={view}
            collections={subCollections}
            label={view.texts['helpcenter.collection.subCollections']}
          />
        )}
        {articles.length > 0 && (
          <ul class="list" aria-label={view.texts['helpcenter.collection.articles']}>
            {articles.map(({ title, description, url }) => (
              <li>
                <h2>
                  <a href={localPath(view, url)}>{title}</a>
                </h2>
                {description && <p class="muted">{description}</p>}
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  });
};

/** Where readers of other languages are sent: the page in the default language, else in the first that it has. */
export const findDefaultUrl = (
  { project }: Pick<View, 'project'>,
  alternates: readonly Alternate[],
): string | undefined =>
  (alternates.find(({ language }) => language === project.defaultLanguage) ?? alternates[0])?.url;

/** Structured data of the way to a page. */
export { breadcrumbData };

/** The page for everything that is not there, whatever the reason. */
export const notFoundPage = (view: View): string =>
  renderPage({
    view,
    head: { title: view.texts['helpcenter.notFound'] ?? '', noindex: true },
    hasSearch: true,
    languages: homes(view),
    body: (
      <>
        <h1>{view.texts['helpcenter.notFound']}</h1>
        <SearchForm view={view} />
        <p>
          <a href={`${view.base}/${view.language}`}>{view.texts['helpcenter.notFound.home']}</a>
        </p>
      </>
    ),
  });
