import { type MailRecipient, readUnsubscribe, type Sealer } from '@parley/auth';
import type { MailSubscriptionServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/mail_subscription_service';
import type { MailTrackingServiceDefinition } from '@parley/proto/generated/parley/engagement/v1/mail_tracking_service';
import { type Client, systemContext } from '@parley/rpc';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { securePage } from '../http';

/** Dependencies of the page. */
export interface UnsubscribeDeps {
  /** Reads the links that the services make. */
  sealer: Pick<Sealer, 'verify'>;
  subscriptions: Client<typeof MailSubscriptionServiceDefinition>;
  tracking: Pick<Client<typeof MailTrackingServiceDefinition>, 'noteUnsubscribed'>;
  log: { warn(fields: object, message: string): void };
}

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 10vh auto; max-width: 24rem; padding: 0 1rem; }
button { font: inherit; padding: 0.4rem 0.8rem; }
`;

interface Content {
  title: string;
  text: string;
  action: string;
  button: string;
}

/** A page with one button. None of its parts comes from the caller, but for the checked token in `action`. */
const page = (root: string, { title, text, action, button }: Content): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="${root}page.css">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p role="status">${text}</p>
      <form method="post" action="${root}${action}"><button>${button}</button></form>
    </main>
  </body>
</html>
`;

/** Unsubscribing ends campaigns alone. */
const ANSWERS = 'Answers to what you ask still come.';

const question = (token: string): Content => ({
  title: 'Unsubscribe',
  text: `Do you want to get no more news from this sender by e-mail? ${ANSWERS}`,
  action: token,
  button: 'Unsubscribe',
});

const goodbye = (token: string): Content => ({
  title: 'You are unsubscribed',
  text: `You get no more news from this sender by e-mail. ${ANSWERS}`,
  action: `${token}/undo`,
  button: 'Subscribe again',
});

const welcome = (token: string): Content => ({
  title: 'You are subscribed',
  text: 'You get news from this sender by e-mail again.',
  action: token,
  button: 'Unsubscribe',
});

type Serve = (recipient: MailRecipient, token: string) => Promise<string> | string;

/**
 * The page behind the unsubscribe link of campaigns. Opening it changes nothing, because mail scanners open every link. A POST
 * does, from the page's button or from the mail program (RFC 8058).
 */
export const createUnsubscribePage = ({ sealer, subscriptions, tracking, log }: UnsubscribeDeps): Router => {
  const router = express.Router({ strict: true });
  router.use(securePage({ styleSrc: ["'self'"], imgSrc: ['data:'], formAction: ["'self'"] }));

  const forRecipient =
    (serve: Serve) =>
    async (request: Request, response: Response, next: NextFunction): Promise<void> => {
      const token = String(request.params['token']);
      const recipient = readUnsubscribe(sealer, token);
      // The body that a mail program sends adds nothing to the address.
      request.resume();
      if (!recipient) return next();
      const html = await serve(recipient, token);
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('X-Robots-Tag', 'noindex');
      response.type('html').send(html);
    };

  const subscribe = async ({ projectId, contactId }: MailRecipient, subscribed: boolean): Promise<void> => {
    await subscriptions.setMailSubscription(
      { contactId, subscribed },
      systemContext('gateway', { projectId }),
    );
  };

  /** Counts for the item that the mail was of; that it cannot does not keep anybody from unsubscribing. */
  const countFor = async ({ projectId, deliveryId }: MailRecipient): Promise<void> => {
    if (deliveryId === undefined) return;
    try {
      await tracking.noteUnsubscribed({ deliveryId }, systemContext('gateway', { projectId }));
    } catch (error) {
      log.warn({ err: error }, 'Unsubscribing was not counted for the item');
    }
  };

  router.get('/page.css', (_request, response) => void response.type('css').send(STYLE));
  router.get(
    '/:token',
    forRecipient((_recipient, token) => page('', question(token))),
  );
  router.post(
    '/:token',
    forRecipient(async (recipient, token) => {
      await subscribe(recipient, false);
      await countFor(recipient);
      return page('', goodbye(token));
    }),
  );
  router.post(
    '/:token/undo',
    forRecipient(async (recipient, token) => {
      await subscribe(recipient, true);
      return page('../', welcome(token));
    }),
  );
  return router;
};
