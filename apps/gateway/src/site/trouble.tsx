import type { Request, Response } from 'express';
import { showErrorsAs, wantsPage } from '../edge';
import { headersSetBy } from '../http';
import type { SiteDeps } from './deps';
import { preferredLanguage, spoken } from './language';
import { renderPage } from './layout';
import { decodedSegments, type Place, viewIn } from './place';
import { sitePolicy } from './respond';
import { siteContext } from './site-context';
import type { Texts, View } from './view';

/** Longest wait for the project's own texts, in milliseconds: their service may be the one that is away. */
const TEXTS_TIMEOUT_MS = 500;
const TOO_MANY_REQUESTS = 429;

/** What stands there when the texts cannot be had. */
const WITHOUT_TEXTS: Texts = {
  'helpcenter.title': 'Help center',
  'helpcenter.skip': 'Skip to content',
  'helpcenter.languages': 'Language',
  'helpcenter.links': 'More',
  'helpcenter.poweredBy': 'Powered by Parley',
  'helpcenter.busy': 'Too many requests. Please wait a moment.',
  'helpcenter.away': 'This page cannot be shown at the moment. Please try again soon.',
  'helpcenter.tryAgain': 'Try again',
};

/** Used while the help center is unknown. */
const NOBODY: View = {
  project: { id: '', name: 'Help center', languages: ['en'], defaultLanguage: 'en', helpcenter: {} },
  language: 'en',
  texts: { ...WITHOUT_TEXTS, 'helpcenter.title': '' },
  root: '',
  base: '',
  textLanguage: 'en',
};

const headers = headersSetBy(sitePolicy);

/** The page for what cannot be shown now. */
const troublePage = (view: View, status: number, again: string): string => {
  const message = view.texts[status === TOO_MANY_REQUESTS ? 'helpcenter.busy' : 'helpcenter.away'];
  return renderPage({
    view,
    head: { title: message ?? '', noindex: true },
    hasSearch: true,
    body: (
      <>
        <h1>{message}</h1>
        <p>
          <a href={again}>{view.texts['helpcenter.tryAgain']}</a>
        </p>
      </>
    ),
  });
};

const loadView = async (deps: SiteDeps, request: Request, place: Place): Promise<View> => {
  const { site, base, rest } = place;
  const { languages, defaultLanguage } = site;
  const language =
    spoken(languages, decodedSegments(rest)?.[0] ?? '') ??
    preferredLanguage(request.acceptsLanguages(), languages, defaultLanguage);
  const context = { ...siteContext(request, site), deadline: Date.now() + TEXTS_TIMEOUT_MS };
  const texts: SiteDeps['texts'] = async (...asked) => {
    const found = await deps.texts(...asked).catch(() => ({ texts: {}, language: 'en' }));
    return { ...found, texts: { ...WITHOUT_TEXTS, ...found.texts } };
  };
  return viewIn({ texts }, { site, base }, language, context);
};

/** Has the error that a request ends with shown in the look of the help center, when a browser asked. */
export const showTrouble = async (
  deps: SiteDeps,
  request: Request,
  response: Response,
  place: Place | undefined,
): Promise<void> => {
  if (!wantsPage(request)) return;
  const view = place ? await loadView(deps, request, place) : NOBODY;
  const again = request.method === 'POST' ? `${view.base}/${view.language}` : request.originalUrl;
  showErrorsAs(response, { headers, html: (status) => troublePage(view, status, again) });
};
