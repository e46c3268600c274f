import { notFound } from '@parley/errors';
import express, { type Request, type Response } from 'express';

/** Most bytes of a form: a comment of 2,000 characters, each of 12 bytes. */
const MAX_FORM = 32_768;
const readForm = express.urlencoded({ extended: false, limit: MAX_FORM });

/** Whether a form was sent by a page of this host; programs that name no page may send it too. */
export const isOwnPage = ({ headers, hostname }: Request): boolean => {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return false;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).hostname === hostname;
};

/** The fields of a form. @throws DomainError `notFound` for another body, and for one that is too large. */
export const parseForm = (request: Request, response: Response): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    readForm(request, response, (error?: unknown) => {
      if (error) reject(notFound('article'));
      else resolve((request.body ?? {}) as Record<string, unknown>);
    });
  });
