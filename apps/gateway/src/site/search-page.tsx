import type { AnswerSource } from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import { richTextFromMarkdown, toHtml } from '@parley/rich-text';
import type { VNode } from 'preact';
import { renderPage } from './layout';
import { homes } from './pages';
import { SearchForm } from './search-form';
import { filled, localPath, type View } from './view';

/** A hit of a search; the snippet is HTML in which matches are `<em>` and all else is escaped. */
export interface SiteHit {
  title: string;
  url: string;
  snippet: string;
  collection?: { title: string } | undefined;
}

/** The answer to the words of a search, with the articles that it is from. */
export interface SiteAnswer {
  html: string;
  sources: readonly Pick<AnswerSource, 'title' | 'url'>[];
}

/** The result of a search: its hits, and an answer above them when there is one. */
export const searchPage = (
  view: View,
  query: string,
  hits: readonly SiteHit[],
  answer: SiteAnswer | undefined,
): string => {
  const title =
    query.trim() === ''
      ? (view.texts['helpcenter.search.label'] ?? '')
      : filled(view.texts['helpcenter.search.title'], { term: query.trim() });
  return renderPage({
    view,
    head: { title, noindex: true },
    hasSearch: true,
    languages: homes(view).map(({ language, url }) => ({
      language,
      url: `${url}/search?q=${encodeURIComponent(query)}`,
    })),
    body: (
      <>
        <h1>{title}</h1>
        <SearchForm view={view} query={query} />
        {answer && <Answer view={view} answer={answer} />}
        {query.trim() !== '' && (
          <p class="muted" role="status">
            {hits.length > 0
              ? filled(view.texts['helpcenter.collection.articlesCount'], { count: hits.length })
              : view.texts['helpcenter.search.noResults']}
          </p>
        )}
        <ul class="list">
          {hits.map(({ title, url, snippet, collection }) => (
            <li>
              <h2>
                <a href={localPath(view, url)}>{title}</a>
              </h2>
              <p class="muted" dangerouslySetInnerHTML={{ __html: snippet }} />
              {collection && <p class="muted">{collection.title}</p>}
            </li>
          ))}
        </ul>
      </>
    ),
  });
};

const Answer = ({ view, answer: { html, sources } }: { view: View; answer: SiteAnswer }): VNode => (
  <section class="box answer" aria-labelledby="answer">
    <h2 id="answer">{view.texts['helpcenter.answer.title']}</h2>
    <div class="content" dangerouslySetInnerHTML={{ __html: html }} />
    <p class="muted">{view.texts['helpcenter.answer.sources']}</p>
    <ol class="muted">
      {sources.map(({ title, url }, index) => (
        <li id={`source-${index + 1}`}>
          <a href={localPath(view, url)}>{title}</a>
        </li>
      ))}
    </ol>
  </section>
);

/** An answer as HTML; each `[1]` in its text leads to the source of that number. */
export const answerHtml = (markdown: string, sources: number): string =>
  toHtml(richTextFromMarkdown(markdown)).replaceAll(/<[^<>]*>|\[(\d{1,2})\]/g, (found, number?: string) =>
    Number(number) >= 1 && Number(number) <= sources ? `<a href="#source-${number}">${found}</a>` : found,
  );
