import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { App, NewsPost, Say } from '../core';
import { Html } from '../ui';

interface Parts {
  app: App;
  say: Say;
  posts: readonly NewsPost[];
}

const formatDate = (time: string, language: string | undefined): string =>
  new Date(time).toLocaleDateString(language, { dateStyle: 'medium' });

const Line = ({ app, post: { label, publishedAt } }: { app: App; post: NewsPost }): VNode => (
  <span class="quiet line">
    {label && `${label} · `}
    <time dateTime={publishedAt}>{formatDate(publishedAt, app.store.get().texts?.language)}</time>
  </span>
);

/** The team's posts, the latest first. */
export const NewsList = ({ app, say, posts }: Parts): VNode => (
  <>
    <h3>{say('news')}</h3>
    <ul class="list">
      {posts.map((post) => (
        <li key={post.id}>
          <button
            type="button"
            class="row"
            onClick={() => app.store.set({ view: { name: 'news', id: post.id } })}
          >
            {post.read ? post.title : <strong>{post.title}</strong>}
            <Line app={app} post={post} />
          </button>
        </li>
      ))}
    </ul>
  </>
);

/** A post. It counts as opened once. */
export const NewsPage = ({ app, posts, id }: Parts & { id: string }): VNode | null => {
  const post = posts.find((one) => one.id === id);
  // After the paint, a post that is left at once would not count.
  useLayoutEffect(() => {
    if (!post || post.read) return;
    const body = { event: 'clicked' };
    // A figure: one that is lost is no reason to try again.
    app.send('POST', `/shared/engagements/${id}/events`, body).catch(() => undefined);
  }, [post?.id]);
  if (!post) return null;
  return (
    <article lang={post.lang}>
      <h3>{post.title}</h3>
      <Line app={app} post={post} />
      {post.image && <img src={post.image} alt={post.imageAlt ?? ''} style={{ maxWidth: '100%' }} />}
      <Html html={post.html} />
    </article>
  );
};
