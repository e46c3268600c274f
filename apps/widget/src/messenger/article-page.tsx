import type { VNode } from 'preact';
import { Html, Link } from '../ui';
import type { Parts } from './parts';
import { useLoaded } from './use-loaded';

interface Article {
  title: string;
  /** HTML that is safe to insert. */
  contentHtml: string;
  language: string;
  url: string;
}

/** An article of the help center. */
export const ArticlePage = ({ app, say, articleRef }: Parts & { articleRef: string }): VNode => {
  const { send, language } = app;
  const path = `/shared/helpcenter/articles/${encodeURIComponent(articleRef)}?lang=${encodeURIComponent(language())}`;
  const { value, hasFailed } = useLoaded(() => send<{ data: { article: Article } }>('GET', path));
  if (!value)
    return (
      <div class="page">
        <p class="quiet" role="status">
          {say(hasFailed ? 'failed' : 'loading')}
        </p>
      </div>
    );
  const { title, contentHtml, url, language: written } = value.data.article;
  return (
    <div class="page">
      <article lang={written}>
        <h3>{title}</h3>
        <Html html={contentHtml} base={url} />
      </article>
      <Link href={url}>{say('article.open')}</Link>
    </div>
  );
};
