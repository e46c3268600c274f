import type { VisibleArticle } from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import type { VNode } from 'preact';
import { type Alternate, renderPage } from './layout';
import { breadcrumbData, Crumbs, findDefaultUrl } from './pages';
import { dateText, filled, localPath, type View } from './view';

/** Most characters of a description that is taken from the text. */
const DESCRIPTION = 160;

/** The article's description, else the beginning of its text. */
const describeArticle = ({ description, contentHtml }: VisibleArticle): string => {
  if (description) return description;
  const text = contentHtml
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(text).slice(0, DESCRIPTION).join('');
};

/** The page has the one `h1`, so headings of the content begin at `h2`. */
const belowTitle = (html: string): string =>
  /<h1[\s>]/.test(html)
    ? html.replaceAll(
        /<(\/?)h([1-6])(?=[\s>])/g,
        (_tag, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + 1)}`,
      )
    : html;

/** A table that is too wide scrolls by itself, by keyboard too. Without quotes, it is no more than text in an attribute's value. */
const scrolling = (html: string): string =>
  html
    .replaceAll(/<table(?=[\s>])/g, '<div class=wide tabindex=0><table')
    .replaceAll('</table>', '</table></div>');

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
  <section class="vote" aria-label={view.texts['helpcenter.article.helpful']}>
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
          <div
            class="content"
            dangerouslySetInnerHTML={{ __html: scrolling(belowTitle(article.contentHtml)) }}
          />
        </article>
        <Vote view={view} article={article} />
      </>
    ),
  });
};
