import { readClick, type Sealer } from '@parley/auth';
import type { MailTrackingServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/mail_tracking_service';
import { type Client, systemContext } from '@parley/rpc';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';

/** What images and links of mails work with. */
export interface MailTrackingDeps {
  /** Reads the links that the services make. */
  sealer: Pick<Sealer, 'verify'>;
  tracking: Client<typeof MailTrackingServiceDefinition>;
  log: { warn(fields: object, message: string): void };
}

/** A transparent GIF of 1 × 1. */
const IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Milliseconds that a reader waits for the count. */
const COUNT_MS = 2_000;
/** Longest `User-Agent` that is passed on. */
const MAX_AGENT = 1_024;

/** A link as a header has it: exactly as written, except non-ASCII characters. */
const asHeader = (url: string): string =>
  url.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text));

/**
 * Images and links of mails, by signed tokens. The image is the same for any token, so that no one learns which is valid; only a
 * valid link redirects. A reader gets image or link also when the count cannot be stored.
 */
export const createMailTracking = ({ sealer, tracking, log }: MailTrackingDeps): Router => {
  const router = express.Router({ strict: true });

  const count = async (kind: 'trackOpen' | 'trackClick', token: string, request: Request): Promise<void> => {
    // A HEAD comes from programs that look whether something is there.
    if (request.method !== 'GET') return;
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT);
    const context = { ...systemContext('gateway'), deadline: Date.now() + COUNT_MS };
    try {
      await tracking[kind]({ token, userAgent }, context);
    } catch (error) {
      log.warn({ err: error }, 'What a reader of a mail did was not counted');
    }
  };

  router.get('/o/:token.gif', async (request, response) => {
    await count('trackOpen', request.params.token, request);
    response.setHeader('Cache-Control', 'no-store, private');
    response.type('gif').send(IMAGE);
  });

  router.get('/c/:token', async (request: Request, response: Response, next: NextFunction) => {
    const token = String(request.params['token']);
    const link = readClick(sealer, token);
    if (!link) return next();
    await count('trackClick', token, request);
    response.setHeader('Cache-Control', 'no-store, private');
    response.setHeader('X-Robots-Tag', 'noindex');
    response.writeHead(302, { location: asHeader(link.url) }).end();
  });

  return router;
};
