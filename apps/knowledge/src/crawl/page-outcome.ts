import { DomainError } from '@parley/errors';
import { createHash } from 'node:crypto';
import type { DocumentText, Section } from '../documents';
import type { FailReason, SkipReason } from './crawl';
import { decodePage } from './decode-page';
import type { Fetched } from './fetch-page';
import type { PageContent } from './read-page';
import { readLongPage } from './read-page.work';
import { readDirectives } from './robots';

/** Characters of a page's text that are kept. */
const MAX_TEXT = 1_048_576;

/** The outcome of a page. */
export type Outcome =
  | {
      kind: 'text';
      /** Address of the page: where redirects and its canonical link lead. */
      url: string;
      text: DocumentText;
      hash: string;
      links: string[];
      httpStatus: number;
      etag?: string | undefined;
      lastModified?: string | undefined;
    }
  | { kind: 'unchanged'; httpStatus: number }
  | { kind: 'skipped'; reason: SkipReason; httpStatus?: number | undefined; title?: string; links?: string[] }
  | { kind: 'failed'; reason: FailReason; httpStatus?: number | undefined };

const HEADING = /^(#{1,6})\s+(\S.*)$/;

/** Cuts a text at its headings. */
export const cutSections = (text: string): Section[] => {
  const sections: Section[] = [];
  let lines: string[] = [];
  let heading: string | undefined;
  const end = (): void => {
    const body = lines.join('\n').trim();
    if (body !== '' || heading !== undefined)
      sections.push({ ...(heading !== undefined && { heading }), text: body });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const found = HEADING.exec(line);
    if (found) {
      end();
      heading = found[2];
    } else lines.push(line);
  }
  end();
  return sections;
};

const looksLikeHtml = (text: string): boolean =>
  /^\s*(?:<!doctype html|<html|<head|<body|<!--)/i.test(text.slice(0, 1_000));

const readName = (url: string): string => {
  const { hostname, pathname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  try {
    return decodeURIComponent(last ?? hostname);
  } catch {
    return last ?? hostname;
  }
};

const isLanguage = (lang: string): boolean => {
  try {
    return Intl.getCanonicalLocales(lang).length === 1;
  } catch {
    return false;
  }
};

/** A plain text as a page, with the same limit as any. */
const plainPage = (source: string): PageContent => ({
  title: '',
  text: source.slice(0, MAX_TEXT).toWellFormed().replaceAll('\0', '\uFFFD'),
  noindex: false,
  nofollow: false,
  links: [],
});

/** The content of a page; undefined when it takes too long to be read. */
const readPage = async (source: string, url: string, isHtml: boolean): Promise<PageContent | undefined> => {
  if (!isHtml) return plainPage(source);
  try {
    return await readLongPage(source, url);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'tooLarge') return undefined;
    throw error;
  }
};

/** Reads a fetched page. `allowsCanonical` decides whether a page may be named by an address of the same origin. */
export const readOutcome = async (
  fetched: Exclude<Fetched, { kind: 'moved' }>,
  allowsCanonical: (url: string) => boolean,
): Promise<Outcome> => {
  if (fetched.kind !== 'page') return fetched;
  const { url, httpStatus } = fetched;
  const isNamedHtml = fetched.type === 'text/html' || fetched.type === 'application/xhtml+xml';
  const source = decodePage(fetched.body, {
    charset: fetched.charset,
    isHtml: isNamedHtml || fetched.type === '',
  });
  const isHtml = isNamedHtml || (fetched.type === '' && looksLikeHtml(source));
  const header = readDirectives(fetched.robotsTag);
  const page = await readPage(source, url, isHtml);
  if (!page) return { kind: 'skipped', reason: 'too_large', httpStatus };
  const links = header.nofollow || page.nofollow ? [] : page.links;
  const title = page.title || /^#\s+(\S.*)$/m.exec(page.text)?.[1]?.slice(0, 500) || readName(url);
  if (header.noindex || page.noindex) return { kind: 'skipped', reason: 'noindex', httpStatus, title, links };
  const body = page.text.slice(0, MAX_TEXT).toWellFormed();
  if (body.trim() === '') return { kind: 'skipped', reason: 'empty', httpStatus, title, links };
  const { canonical } = page;
  const isNamed =
    canonical !== undefined &&
    new URL(canonical).origin === new URL(url).origin &&
    allowsCanonical(canonical);
  const named = isNamed ? canonical : url;
  const lang = page.lang !== undefined && isLanguage(page.lang) ? page.lang : undefined;
  return {
    kind: 'text',
    url: named,
    text: { ...(lang !== undefined && { lang }), title, url: named, sections: cutSections(body) },
    hash: createHash('sha256').update(body).digest('base64'),
    links,
    httpStatus,
    etag: fetched.etag,
    lastModified: fetched.lastModified,
  };
};
