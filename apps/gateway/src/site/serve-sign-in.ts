import type { Request, Response } from 'express';
import type { LanguageVisit, SiteDeps } from './deps';
import { isOwnPage, parseForm } from './form';
import { localTarget } from './local-target';
import { redirect, sendText } from './respond';
import { beginSession, endSession } from './session';
import { mailLink, redeemLink, redeemToken } from './sign-in';
import { readLink } from './sign-in-link';
import { signInPage, type SignInContent } from './sign-in-page';

/** Whether an address belongs to signing in and out: `/sign-in`, or in a language `/en/sign-in`, `/en/sign-in/{token}`, `/en/sign-out`. */
export const isSignIn = ([first, kind, , ...more]: readonly string[]): boolean =>
  (first === 'sign-in' && kind === undefined) ||
  (more.length === 0 && (kind === 'sign-in' || kind === 'sign-out'));

/** The page where a reader signs in, who then goes on to `to`, a path below the site. */
export const signInAddress = (base: string, language: string, to: string): string =>
  `${base}/${language}/sign-in${to === '' ? '' : `?to=${encodeURIComponent(to)}`}`;

interface SignInVisit extends LanguageVisit {
  isSignedIn: boolean;
}

/** Answers the addresses of `isSignIn`. */
export const serveSignIn = async (
  deps: SiteDeps,
  request: Request,
  response: Response,
  visit: SignInVisit,
): Promise<void> => {
  const [first, kind, token] = visit.segments;
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('X-Robots-Tag', 'noindex');
  // Addresses here have tokens, which no other host may see.
  response.setHeader('Referrer-Policy', 'same-origin');
  if (request.method === 'POST') {
    if (!isOwnPage(request)) {
      const text = 'Forms come from our own pages.\n';
      return sendText(request, response, { status: 403, type: 'text/plain', text });
    }
    if (kind === 'sign-out') return signOut(response, visit);
    return receiveForm(deps, request, response, visit, token);
  }
  if (kind === 'sign-out') return redirect(response, 302, `${visit.base}/${visit.view.language}`);
  const to = readTo(visit, request.query['to']);
  const { jwt } = request.query;
  if (first === 'sign-in' && jwt !== undefined) {
    const svcId = await redeemToken(deps, visit, String(jwt));
    return svcId === undefined
      ? fail(request, response, visit, to)
      : welcome(deps, response, visit, { svcId, to, status: 302 });
  }
  if (first === 'sign-in') return redirect(response, 302, signInAddress(visit.base, visit.view.language, to));
  if (token !== undefined) {
    // Programs that check mails open every link: only the button of the page uses it.
    if (!readLink(deps.signIn, visit.site.projectId, token)) return fail(request, response, visit, to);
    return show(request, response, visit, { to, kind: 'confirm', action: ownPath(visit) });
  }
  if (visit.isSignedIn) return redirect(response, 302, target(visit, to));
  show(request, response, visit, { to, kind: 'form', action: ownPath(visit) });
};

const receiveForm = async (
  deps: SiteDeps,
  request: Request,
  response: Response,
  visit: SignInVisit,
  token: string | undefined,
): Promise<void> => {
  const form = await parseForm(request, response);
  const to = readTo(visit, form['to']);
  if (token === undefined) {
    await mailLink(deps, visit, form['email'], to);
    return show(request, response, visit, { to, kind: 'sent', action: '' });
  }
  const svcId = await redeemLink(deps, visit, token);
  if (svcId === undefined) return fail(request, response, visit, to);
  welcome(deps, response, visit, { svcId, to, status: 303 });
};

const signOut = (response: Response, visit: SignInVisit): void => {
  endSession(response, visit);
  redirect(response, 303, `${visit.base}/${visit.view.language}`);
};

const welcome = (
  deps: SiteDeps,
  response: Response,
  visit: SignInVisit,
  { svcId, to, status }: { svcId: string; to: string; status: 302 | 303 },
): void => {
  beginSession(deps.signIn, response, visit, svcId);
  redirect(response, status, target(visit, to));
};

const fail = (request: Request, response: Response, visit: SignInVisit, to: string): void =>
  show(request, response, visit, {
    to,
    kind: 'form',
    hasFailed: true,
    action: signInAddress(visit.base, visit.view.language, ''),
  });

const show = (request: Request, response: Response, { view }: SignInVisit, content: SignInContent): void =>
  sendText(request, response, {
    status: content.hasFailed ? 401 : 200,
    type: 'text/html',
    text: signInPage(view, content),
  });

/** The wish of a reader where to go, as a path below the site; empty for none and for any other address. */
const readTo = ({ base }: SignInVisit, to: unknown): string =>
  localTarget(base, to)?.slice(base.length) ?? '';

const target = ({ base, view }: SignInVisit, to: string): string => base + (to || `/${view.language}`);

const ownPath = ({ base, segments }: SignInVisit): string =>
  [base, ...segments.map(encodeURIComponent)].join('/');
