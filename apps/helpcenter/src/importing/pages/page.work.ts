import { pageMarkdownToHtml, type RichText, richTextFromHtml } from '@parley/rich-text';
import { defineWork, inThread } from '@parley/threads';
import { createHash } from 'node:crypto';
import { decodeText } from './decode-text';
import { type FrontMatter, splitFrontMatter } from './front-matter';
import { prepareMarkdown } from './prepare-markdown';
import { rewriteHtml } from './rewrite-html';

/** How a page is written. */
export type PageKind = 'markdown' | 'mdx' | 'html';

/** A page to be read. */
export interface PageSource {
  bytes: Uint8Array;
  kind: PageKind;
  /** What relative addresses in it are relative to. */
  base: string;
  title?: string;
}

/** A page that was read. Links and pictures have absolute addresses. */
export interface Page {
  title?: string;
  content: RichText;
  /** Pictures that are part of the page itself, which are left out. */
  embedded: number;
}

/** The part of a page that is read before the whole. */
export interface PageHead {
  front: FrontMatter;
  isUnreadable: boolean;
  /** Digest of the whole page. */
  digest: string;
  hasText: boolean;
}

const pageWork = defineWork('helpcenter.read-page', ({ bytes, kind, base, title }: PageSource): Page => {
  const { front, body } = splitFrontMatter(decodeText(bytes));
  const known = title ?? front.title;
  const html = kind === 'html' ? body : pageMarkdownToHtml(prepareMarkdown(body, kind === 'mdx'));
  const rewritten = rewriteHtml(html, base, known);
  const shown = known ?? rewritten.title;
  return {
    content: richTextFromHtml(rewritten.html),
    embedded: rewritten.embedded,
    ...(shown !== undefined && { title: shown }),
  };
});

const headWork = defineWork('helpcenter.read-page-head', (bytes: Uint8Array): PageHead => {
  const { front, body, isUnreadable } = splitFrontMatter(decodeText(bytes));
  const digest = createHash('sha256').update(bytes).digest('hex');
  const hasText = body.replace(/^\s*#[^#\n][^\n]*/, '').trim() !== '';
  return { front, isUnreadable, digest, hasText };
});

/** Reads a page; a long one in a thread. */
export const readPage = (source: PageSource): Promise<Page> =>
  inThread(pageWork, source.bytes.length, source);

/** Reads the head of a page; of a long one in a thread. */
export const readPageHead = (bytes: Uint8Array): Promise<PageHead> => inThread(headWork, bytes.length, bytes);
