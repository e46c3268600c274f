import { forbidden } from '@parley/errors';
import type { Request } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { isHttps, readCookies } from '../http';
import type { Operation } from '../rest';

/** The parts of a request that say whether it has a session. */
type Asked = Pick<Request, 'headers' | 'method' | 'protocol' | 'host'>;

/** Sessions of the inbox, each in a cookie with the token of a person. */
export interface InboxSession {
  /**
   * The headers that a caller is identified by: with the token of the cookie where the operation is one of people and no header
   * `Authorization` was sent. 403 `cookie_not_allowed`.
   */
  identify(row: Pick<Operation, 'options'>, request: Asked): Identified;
  /** The header `Set-Cookie` of an answer of a row that begins or ends a session. */
  answer(kind: 'begins' | 'ends', request: Asked, response: unknown): string;
  /** The header that clears a cookie. */
  clear(request: Asked): string;
}

interface Identified {
  headers: IncomingHttpHeaders;
  /** Whether they have the token of the cookie. */
  isByCookie: boolean;
}

const NAME = 'parley_inbox';
/** Browsers take a cookie with this prefix from this host alone, over https, for all paths. */
const SECURE_PREFIX = '__Host-';

/** A signed token; one of a service account is none. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const READING = new Set(['GET', 'HEAD']);

/** @param publicUrl Address of the gateway as clients see it. */
export const createInboxSession = (publicUrl: () => string): InboxSession => {
  const isSecure = ({ protocol }: Asked): boolean => isHttps(publicUrl()) || protocol === 'https';
  const cookieName = (request: Asked): string => `${isSecure(request) ? SECURE_PREFIX : ''}${NAME}`;
  const write = (request: Asked, value: string, seconds: number): string =>
    `${cookieName(request)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}`;
  const clear: InboxSession['clear'] = (request) => write(request, '', 0);
  return {
    identify: ({ options: { surface, session } }, request) => {
      const { headers } = request;
      if (session) demandOwnPage(request, publicUrl());
      const isPersons = surface === 'dashboard' || surface === 'account';
      const [value] =
        isPersons && headers.authorization === undefined
          ? readCookies(headers.cookie, cookieName(request))
          : [];
      if (value === undefined) return { headers, isByCookie: false };
      demandOwnPage(request, publicUrl());
      const token = TOKEN.test(value) ? value : 'none';
      return { headers: { ...headers, authorization: `Bearer ${token}` }, isByCookie: true };
    },
    answer: (kind, request, response) => {
      if (kind === 'ends') return clear(request);
      const { token, maxAge } = response as { token: string; maxAge: number };
      return write(request, token, maxAge);
    },
    clear,
  };
};

/** 403 unless a request comes from a page of this host, and shows so where it may change something. */
const demandOwnPage = (request: Asked, publicUrl: string): void => {
  const { headers, method } = request;
  if (!isOwnPage(request, publicUrl)) throw forbidden('COOKIE_NOT_ALLOWED', FOREIGN_PAGE);
  if (!READING.has(method) && headers['x-requested-with'] === undefined)
    throw forbidden('COOKIE_NOT_ALLOWED', UNMARKED);
};

/**
 * Whether a page of this host asks; programs that name no page may ask too. The port counts: browsers send a cookie to all ports of
 * a host. The public address counts too, because a proxy may have replaced the host.
 */
const isOwnPage = ({ headers, method, host }: Asked, publicUrl: string): boolean => {
  const { origin, 'sec-fetch-site': site } = headers;
  const isOpened = site === 'none' && READING.has(method);
  if (site !== undefined && site !== 'same-origin' && !isOpened) return false;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return page.host === host?.toLowerCase() || page.origin === new URL(publicUrl).origin;
};

const FOREIGN_PAGE =
  'The session of the inbox counts for the platform’s own pages only. Other callers send the header `Authorization: Bearer <token>`.';
const UNMARKED =
  'With the session of the inbox, all requests but GET and HEAD need the header `x-requested-with`, with any value.';
