import type { VNode } from 'preact';
import type { NewsPost } from '../core';
import type { Parts } from './parts';
import { useLoaded } from './use-loaded';

/** The team's news, or one of its posts: loaded when there are any. */
export const News = ({ app, say, id }: Pick<Parts, 'app' | 'say'> & { id?: string }): VNode | null => {
  const { value } = useLoaded(async () => {
    const path = `/shared/news?lang=${encodeURIComponent(app.language())}`;
    const posts = await app.send<NewsPost[]>('GET', path);
    return posts.length > 0 ? { posts, ...(await import('../news')) } : undefined;
  });
  if (!value) return null;
  const { posts, NewsList, NewsPage } = value;
  return id === undefined ? <NewsList {...{ app, say, posts }} /> : <NewsPage {...{ app, say, posts, id }} />;
};
