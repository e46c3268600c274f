import { defineWork, inThread } from '@parley/threads';
import { type PageContent, readPage } from './read-page';

const readWork = defineWork('knowledge.read-page', readPage);

/** As `readPage`; a long page is read in a thread. @throws DomainError `tooLarge` when that takes too long. */
export const readLongPage = (html: string, url: string): Promise<PageContent> =>
  inThread(readWork, html.length, html, url);
