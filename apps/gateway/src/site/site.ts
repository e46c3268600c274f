import { DomainError, limited } from '@parley/errors';
import { addressKey } from '@parley/limits';
import type { Request, RequestHandler, Response } from 'express';
import { trimEnd } from '@parley/text';
import type { LanguageVisit, SiteDeps, Visit } from './deps';
import { atomFeed, FEED_LIMIT } from './feed';
import { isLanguage, preferredLanguage, spoken } from './language';
import { localTarget } from './local-target';
import { readComment } from './feedback';
import { isOwnPage, parseForm } from './form';
import { readLook } from './look';
import { notFoundPage } from './pages';
import { findRedirect } from './redirects';
import { decodedSegments, type Place, findPlace, presentProject, viewIn } from './place';
import { redirect, sendText, sitePolicy } from './respond';
import {
  type Outcome,
  serveArticle,
  serveCollection,
  serveHome,
  serveSearch,
  serveSuggestions,
  serveVote,
} from './serve-page';
import { isSignIn, serveSignIn, signInAddress } from './serve-sign-in';
import { serveSitemap } from './serve-sitemap';
import { endSession, readSession } from './session';
import { siteContext } from './site-context';
import type { Site } from './sites';
import { styleSheet } from './style';
import { showTrouble } from './trouble';

const inLanguage = async (
  deps: SiteDeps,
  request: Request,
  visit: Visit,
  language: string,
): Promise<LanguageVisit> => {
  const view = await viewIn(deps, visit, language, siteContext(request, visit.site));
  return { ...visit, view: { ...view, isSignedIn: visit.context.scope.actor.type === 'contact' } };
};

/** Whether only readers who signed in see anything of a site. */
const isPrivate = ({ helpcenter }: Site): boolean => helpcenter?.['access'] === 'private';

const readQuery = ({ originalUrl }: Request): string => {
  const at = originalUrl.indexOf('?');
  return at < 0 ? '' : originalUrl.slice(at);
};

const sendOutcome = (request: Request, response: Response, outcome: Outcome): void => {
  if ('html' in outcome) return sendText(request, response, { type: 'text/html', text: outcome.html });
  if ('json' in outcome)
    return sendText(request, response, { type: 'application/json', text: JSON.stringify(outcome.json) });
  redirect(response, outcome.status, outcome.location);
};

/** POST of the form below an article; anything else that is posted is not there. */
const receiveVote = async (
  deps: SiteDeps,
  request: Request,
  response: Response,
  visit: LanguageVisit,
): Promise<Outcome | undefined> => {
  const [, kind, , action] = visit.segments;
  if (visit.segments.length !== 4 || kind !== 'articles' || action !== 'feedback') return undefined;
  if (!isOwnPage(request)) {
    sendText(request, response, {
      status: 403,
      type: 'text/plain',
      text: 'Votes come from our own pages.\n',
    });
    return undefined;
  }
  const { vote, comment } = await parseForm(request, response);
  if (vote !== 'up' && vote !== 'down') return undefined;
  return serveVote(deps, visit, { vote, comment: readComment(comment) });
};

/** The page that an address in one language names; undefined when there is none for this reader. */
const findPage = (
  deps: SiteDeps,
  request: Request,
  visit: LanguageVisit,
): Promise<Outcome | undefined> | undefined => {
  const [, kind, ref, ...more] = visit.segments;
  if (kind === undefined) return serveHome(deps, visit);
  const query = String(request.query['q'] ?? '');
  if (kind === 'search' && ref === undefined) return serveSearch(deps, visit, query);
  if (kind === 'suggest' && ref === undefined) return serveSuggestions(deps, visit, query);
  if (!ref || more.length > 0) return undefined;
  if (kind === 'collections') return serveCollection(deps, visit);
  return kind === 'articles' ? serveArticle(deps, visit, request.query['comment'] === 'sent') : undefined;
};

/** Files that every site has, whatever its language; false when the address names none. */
const serveFile = (request: Request, response: Response, { site, base, segments }: Visit): boolean => {
  const [name = '', ...more] = segments;
  if (more.length > 0) return false;
  if (name === 'site.css') {
    sendText(request, response, { type: 'text/css', text: styleSheet(readLook(presentProject(site))) });
    return true;
  }
  if (name === 'robots.txt' && base === '') {
    const text = isPrivate(site)
      ? 'User-agent: *\nDisallow: /\n'
      : `User-agent: *\n${site.noindex ? 'Disallow: /' : 'Allow: /'}\nSitemap: ${site.root}/sitemap.xml\n`;
    sendText(request, response, { type: 'text/plain', text });
    return true;
  }
  return false;
};

/** Answers an anonymous reader of a private site, whatever the address: the way to sign in, and nothing of the content. */
const lock = (request: Request, response: Response, { rest, base }: Place, visit: LanguageVisit): void => {
  const [first = '', kind = ''] = visit.segments;
  if (first.startsWith('sitemap') || kind === 'feed.xml' || kind === 'suggest') {
    const text = 'Sign in to read this help center.\n';
    return sendText(request, response, { status: 401, type: 'text/plain', text });
  }
  const wanted = request.method === 'POST' ? '' : `${rest}${readQuery(request)}`;
  const to = localTarget(base, wanted) === undefined ? '' : wanted;
  redirect(response, request.method === 'POST' ? 303 : 302, signInAddress(base, visit.view.language, to));
};

const serveFeed = async (
  deps: SiteDeps,
  request: Request,
  response: Response,
  { view, context }: LanguageVisit,
): Promise<void> => {
  const { articles } = await deps.pages.listLatestArticles(
    { language: view.language, limit: FEED_LIMIT },
    context,
  );
  sendText(request, response, { type: 'application/atom+xml', text: atomFeed(view, articles) });
};

/** The same page in another language, without a slash at the end. */
const inOtherLanguage = (base: string, language: string, rest: string): string =>
  trimEnd([base, language, ...rest.split('/').slice(2)].join('/'), '/');

/** Answers a request in a help center. */
const serve = async (deps: SiteDeps, request: Request, response: Response, place: Place): Promise<void> => {
  const { site, base, rest } = place;
  const query = readQuery(request);
  if (base !== '' && site.customDomain) return redirect(response, 301, `${site.root}${rest}${query}`);
  const svcId = readSession(deps.signIn, request, site);
  const isLocked = isPrivate(site) && svcId === undefined;
  if (site.noindex || isPrivate(site)) response.setHeader('X-Robots-Tag', 'noindex');
  const { languages, defaultLanguage } = site;
  const wanted = request.acceptsLanguages();
  const preferred = preferredLanguage(wanted, languages, defaultLanguage);
  if (rest === '' || rest === '/') {
    response.vary('Accept-Language');
    return redirect(response, 302, `${base}/${preferred}`);
  }
  const visit: Visit = {
    site,
    base,
    segments: decodedSegments(rest) ?? [],
    context: siteContext(request, site, svcId),
  };
  if (serveFile(request, response, visit)) return;
  response.vary('Cookie');
  if (isPrivate(site) || svcId !== undefined) response.setHeader('Cache-Control', 'private, no-store');

  const sent = visit.segments[0] ?? '';
  const language = spoken(languages, sent);
  const localised = await inLanguage(deps, request, visit, language ?? preferred);
  if (isSignIn(visit.segments)) {
    return serveSignIn(deps, request, response, { ...localised, isSignedIn: svcId !== undefined });
  }
  if (isLocked) return lock(request, response, place, localised);
  if (await serveSitemap(deps, request, response, visit, sent)) return;
  if (request.method === 'POST') {
    const outcome =
      language === undefined ? undefined : await receiveVote(deps, request, response, localised);
    if (response.headersSent) return;
    if (outcome) return sendOutcome(request, response, outcome);
  } else {
    const exact = await findRedirect(deps, visit, `${rest}${query}`, 'exact');
    if (exact !== undefined) return redirect(response, 301, exact);
    if (language !== undefined && (language !== sent || rest.endsWith('/'))) {
      return redirect(response, 301, `${inOtherLanguage(base, language, rest)}${query}`);
    }
    if (language !== undefined && visit.segments.length === 2 && visit.segments[1] === 'feed.xml') {
      return serveFeed(deps, request, response, localised);
    }
    const page = language === undefined ? undefined : await findPage(deps, request, localised);
    if (page) return sendOutcome(request, response, page);
    const pattern = await findRedirect(deps, visit, `${rest}${query}`, 'pattern');
    if (pattern !== undefined) return redirect(response, 301, pattern);
    if (language === undefined && isLanguage(sent)) {
      const best = preferredLanguage([sent, ...wanted], languages, defaultLanguage);
      response.vary('Accept-Language');
      return redirect(response, 302, `${inOtherLanguage(base, best, rest)}${query}`);
    }
  }
  sendText(request, response, { status: 404, type: 'text/html', text: notFoundPage(localised.view) });
};

const kinds: Record<string, string> = {
  collections: 'collection',
  articles: 'article',
  search: 'search',
  'sign-in': 'signIn',
  'sign-out': 'signOut',
  suggest: 'suggestions',
  'feed.xml': 'feed',
};

/** What kind of page an address names, for metrics. */
const classifyPath = (rest: string): string => {
  const [, first = '', kind] = rest.split('/');
  if (first === 'sign-in') return 'signIn';
  if (first.startsWith('sitemap')) return 'sitemap';
  if (kind) return (Object.hasOwn(kinds, kind) && kinds[kind]) || 'other';
  return first === 'site.css' || first === 'robots.txt' ? 'file' : 'home';
};

/** Whether the contact of a session no longer takes part. */
const isSignedOut = (error: unknown): boolean =>
  error instanceof DomainError && error.reason === 'INVALID_SESSION';

const again = (request: Request, { base, rest }: Place): string =>
  (request.method === 'POST' ? undefined : localTarget(base, `${rest}${readQuery(request)}`)) ?? `${base}/`;

const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * The public site of every help center: at `/help/{slug or project id}`, and at the root of a help center's own domain. Requests
 * that meet none are passed on.
 */
export const createSite = (deps: SiteDeps): RequestHandler => {
  const answer = async (request: Request, response: Response, place: Place): Promise<void> => {
    const startedAt = performance.now();
    response.once('close', () => {
      const labels = { operation: `site.${classifyPath(place.rest)}`, status: response.statusCode };
      deps.durations.observe(labels, (performance.now() - startedAt) / 1000);
    });
    if (!METHODS.includes(request.method)) {
      response.setHeader('Allow', METHODS.join(', '));
      sendText(request, response, { status: 405, type: 'text/plain', text: 'This page can only be read.\n' });
      return;
    }
    const { allowed, resetSeconds } = await deps.meter.request(
      `site:${place.site.projectId}:ip:${addressKey(request.ip ?? '')}`,
      0,
    );
    if (!allowed) throw limited(`Too many requests. Try again in ${resetSeconds} seconds.`, resetSeconds);
    await new Promise<void>((resolve) => sitePolicy(request, response, () => resolve()));
    try {
      await serve(deps, request, response, place);
    } catch (error) {
      if (!isSignedOut(error) || response.headersSent) throw error;
      // The contact is deleted or blocked: the same address again, without the session.
      endSession(response, place);
      redirect(response, request.method === 'POST' ? 303 : 302, again(request, place));
    }
  };
  return async (request, response, next) => {
    let place: Place | undefined;
    try {
      place = await findPlace(deps, request);
      if (place) return await answer(request, response, place);
    } catch (error) {
      await showTrouble(deps, request, response, place);
      return next(error);
    }
    next();
  };
};
