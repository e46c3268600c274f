import type {
  ArticleLink,
  GetArticleNeighboursResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { VisibleArticle } from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import type { VNode } from 'preact';
import { type Heading, prepareContent, readText } from './content';
import { Feedback } from './feedback';
import { type Alternate, renderPage } from './layout';
import { breadcrumbData, Crumbs, findDefaultUrl, LinkList } from './pages';
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

/** Fewer headings need no table of contents. */
const MIN_HEADINGS = 3;

/** Headings of the two highest levels, when there are enough of them. */
const Contents = ({ view, headings }: { view: View; headings: readonly Heading[] }): VNode | null => {
  const shown = headings.filter(({ level, text }) => level <= 3 && text !== '');
  if (shown.length < MIN_HEADINGS) return null;
  return (
    <nav class="toc" aria-labelledby="contents">
      <h2 id="contents">{view.texts['helpcenter.article.contents']}</h2>
      <ul>
        {shown.map(({ level, id, text }) => (
          <li {...(level > 2 && { class: 'below' })}>
            <a href={`#${encodeURIComponent(id)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const Beside = ({
  view,
  article,
  previous,
  next,
}: {
  view: View;
  article: VisibleArticle;
  previous: ArticleLink | undefined;
  next: ArticleLink | undefined;
}): VNode | null => {
  if (!previous && !next) return null;
  const link = (rel: 'prev' | 'next', label: string | undefined, to: ArticleLink | undefined) =>
    to && (
      <a class={rel} rel={rel} href={localPath(view, to.url)}>
        <span class="muted">{label}</span> {to.title}
      </a>
    );
  return (
    <nav class="beside" aria-label={article.collection?.title}>
      {link('prev', view.texts['helpcenter.article.previous'], previous)}
      {link('next', view.texts['helpcenter.article.next'], next)}
    </nav>
  );
};

/** When an article was changed, with the date for machines too. */
const Updated = ({ view, at }: { view: View; at: Date }): VNode => {
  const [before, after] = (view.texts['helpcenter.article.updated'] ?? '{date}').split('{date}');
  return (
    <>
      {before}
      <time dateTime={at.toISOString()}>{dateText(view.language, at)}</time>
      {after}
    </>
  );
};

/** The content of an article's page. */
export interface ArticleContent {
  article: VisibleArticle;
  /** The page in each language that it has. */
  alternates: readonly Alternate[];
  neighbours: Pick<GetArticleNeighboursResponse, 'previous' | 'next' | 'related'>;
  /** Whether the reader just sent a comment. */
  hasCommented: boolean;
}

/** An article, the question whether it helped, and where to read on. */
export const articlePage = (
  view: View,
  { article, alternates, neighbours: { previous, next, related }, hasCommented }: ArticleContent,
): string => {
  const content = prepareContent(view, article.contentHtml);
  return renderPage({
    view,
    head: {
      title: article.title,
      description: describeArticle(article),
      canonical: article.url,
      alternates,
      defaultUrl: findDefaultUrl(view, alternates) ?? article.url,
      type: 'article',
      picture: content.picture,
      data: [articleData(article), breadcrumbData(view, [...article.breadcrumbs, article])],
    },
    body: (
      <>
        <Crumbs view={view} path={article.breadcrumbs} />
        <div class="reading">
          <article class="article">
            <h1>{article.title}</h1>
            {article.description && <p>{article.description}</p>}
            <p class="muted">
              {article.author &&
                `${filled(view.texts['helpcenter.article.writtenBy'], { name: article.author.name })} · `}
              {article.updatedAt && <Updated view={view} at={new Date(article.updatedAt)} />}
            </p>
            <Contents view={view} headings={content.headings} />
            <div
              class="content"
              data-copy={view.texts['helpcenter.code.copy']}
              data-copied={view.texts['helpcenter.code.copied']}
              dangerouslySetInnerHTML={{ __html: content.html }}
            />
          </article>
          <Feedback view={view} article={article} hasCommented={hasCommented} />
          <Beside view={view} article={article} previous={previous} next={next} />
          <LinkList
            view={view}
            id="related"
            title={view.texts['helpcenter.article.related']}
            articles={related}
          />
        </div>
      </>
    ),
  });
};
