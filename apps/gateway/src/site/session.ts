import type { Sealer } from '@parley/auth';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { isHttps, readCookies } from '../http';
import type { Site } from './sites';

const COOKIE = 'parley_help';
const PURPOSE = 'help center session';
/** How long a reader stays signed in, in milliseconds. */
export const SESSION_MS = 30 * 24 * 60 * 60_000;
/** Cookies of the name that are tried: an older one may have a longer path. */
const MAX_TRIED = 4;

/** Dependencies of sessions. */
export interface SessionDeps {
  sealer: Pick<Sealer, 'sign' | 'verify'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Names a secret of the project without revealing it. A session ends when its secret is no longer accepted. */
const fingerprint = (secret: string): string =>
  createHash('sha256').update(`${PURPOSE}\0${secret}`).digest('hex').slice(0, 16);

const cookieOptions = ({ root }: Site, base: string) => ({
  path: base === '' ? '/' : base,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isHttps(root),
});

/** Begins the session of a contact in this browser, for this site alone. */
export const beginSession = (
  { sealer, now }: SessionDeps,
  response: Response,
  { site, base }: { site: Site; base: string },
  svcId: string,
): void => {
  const [secret = ''] = site.sessionSecrets;
  const text = [site.projectId, now() + SESSION_MS, fingerprint(secret), svcId].join('.');
  response.cookie(COOKIE, sealer.sign(text, PURPOSE), {
    ...cookieOptions(site, base),
    maxAge: SESSION_MS,
    encode: String,
  });
};

/** Ends the session in this browser. */
export const endSession = (response: Response, { site, base }: { site: Site; base: string }): void => {
  response.clearCookie(COOKIE, cookieOptions(site, base));
};

/** The `svcId` of the contact who is signed in; undefined for an anonymous reader. */
export const readSession = (
  { sealer, now }: SessionDeps,
  { headers }: Pick<Request, 'headers'>,
  { projectId, sessionSecrets }: Pick<Site, 'projectId' | 'sessionSecrets'>,
): string | undefined => {
  for (const value of readCookies(headers.cookie, COOKIE).slice(0, MAX_TRIED)) {
    const [project, end, secret, ...svcId] = sealer.verify(value, PURPOSE)?.split('.') ?? [];
    const isAccepted = sessionSecrets.some((one) => one !== '' && fingerprint(one) === secret);
    if (project === projectId && Number(end) > now() && isAccepted) return svcId.join('.');
  }
  return undefined;
};
