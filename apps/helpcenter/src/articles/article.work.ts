import { defineWork, inThread, estimateSize } from '@parley/threads';
import { type ArticleChange, readArticle } from './article.input';

const readWork = defineWork('helpcenter.read-article', readArticle);

/** As `readArticle`; a long article is read in a thread. */
export const readArticleSent = (...sent: Parameters<typeof readArticle>): Promise<ArticleChange> =>
  inThread(readWork, estimateSize(sent), ...sent);
