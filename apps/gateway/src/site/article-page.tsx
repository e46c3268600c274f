import type { VisibleArticle } from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import type { VNode } from 'preact';
import { prepareContent, readText } from './content';
import { type Alternate, renderPage } from './layout';
import { breadcrumbData, Crumbs, findDefaultUrl } from './pages';
import { dateText, filled, localPath, type View } from './view';

/** Most characters of a description that is taken from the text. */
const DESCRIPTION = 160;

/** The article's description, else the beginning of its text. */
const describeArticle = ({ description, contentHtml }: VisibleArticle): string =>
  description || Array.from(readText(contentHtml)).slice(0, DESCRIPTION).join('');

const articleData = (article: VisibleArticle): object => ({
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: article.title,
  inLanguage: article.language.replaceAll('_', '-'),
  ...(article.publishedAt && { datePublished: article.publishedAt }),
  ...(article.updatedAt && { dateModified: article.updatedAt }),
  ...(article.author && { author: { '@type': 'Person', name: article.author.name } }),
  mainEntityOfPage: article.url,
});

const Vote = ({ view, article }: { view: View; article: VisibleArticle }): VNode => (
  <section class="box vote" aria-label={view.texts['helpcenter.article.helpful']}>
    {article.vote ? (
      <p role="status" id="voted" tabindex={-1}>
        {view.texts['helpcenter.article.thanks']}
      </p>
    ) : (
      <>
        <p>{view.texts['helpcenter.article.helpful']}</p>
        <form method="post" action={`${localPath(view, article.url)}/feedback`}>
          <button name="vote" value="up">
            {view.texts['helpcenter.article.yes']}
          </button>
          <button name="vote" value="down">
            {view.texts['helpcenter.article.no']}
          </button>
        </form>
      </>
    )}
  </section>
);

/** An article and the question whether it helped. */
export const articlePage = (
  view: View,
  article: VisibleArticle,
  alternates: readonly Alternate[],
): string => {
  const content = prepareContent(view, article.contentHtml);
  const updated = article.updatedAt && dateText(view.language, new Date(article.updatedAt));
  return renderPage({
    view,
    head: {
      title: article.title,
      description: describeArticle(article),
      canonical: article.url,
      alternates,
      defaultUrl: findDefaultUrl(view, alternates) ?? article.url,
      type: 'article',
      data: [articleData(article), breadcrumbData(view, [...article.breadcrumbs, article])],
    },
    body: (
      <>
        <Crumbs view={view} path={article.breadcrumbs} />
        <article class="article">
          <h1>{article.title}</h1>
          {article.description && <p>{article.description}</p>}
          <p class="muted">
            {article.author &&
              `${filled(view.texts['helpcenter.article.writtenBy'], { name: article.author.name })} · `}
            {updated && filled(view.texts['helpcenter.article.updated'], { date: updated })}
          </p>
          <div class="content" dangerouslySetInnerHTML={{ __html: content.html }} />
        </article>
        <Vote view={view} article={article} />
      </>
    ),
  });
};
