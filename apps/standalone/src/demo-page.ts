import { notFound } from '@parley/errors';
import express, { type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import { fileURLToPath } from 'node:url';
import { demoContacts } from './demo-data';
import { readDemo } from './demo';

/** Where the build puts the page, seen from the bundle of this app. */
const folder = fileURLToPath(new URL('../demo/', import.meta.url));

/** Where live connections go, as policies name it: `ws://127.0.0.1:3000`. */
const socketOrigin = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${/^(https|wss):/.test(protocol) ? 'wss' : 'ws'}://${host}`;
};

const policyFor = (realtimeUrl: string, more: Record<string, string[]>): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ['data:'],
        connectSrc: ["'self'", socketOrigin(realtimeUrl)],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        ...more,
      },
    },
  });

/**
 * The pages that show a shop beside its team, and the figures of the demo. They have nothing secret:
 * the visitor signs in with the password that `npm start` prints.
 *
 * @param home The folder with `demo.json`.
 * @param realtimeUrl Address at which clients reach the realtime service.
 */
export const createDemoPage = (home: string, realtimeUrl: string): Router => {
  const router = express.Router();
  const [contact] = demoContacts;
  // The shop stands in a frame of the page beside it.
  const ofShop = policyFor(realtimeUrl, { frameAncestors: ["'self'"] });
  const ofPages = policyFor(realtimeUrl, { frameSrc: ["'self'"] });
  router.use((request, response, next) =>
    (request.path === '/shop' ? ofShop : ofPages)(request, response, next),
  );
  router.get('/demo.json', (_request, response) => {
    const demo = readDemo(home);
    if (!demo || !contact) throw notFound('demo', 'There is no demo yet.');
    const { apiToken, projectId, admin } = demo;
    response.json({ apiToken, projectId, userId: contact.userId, email: admin.email });
  });
  router.get('/', (_request, response) => response.sendFile('index.html', { root: folder }));
  router.get('/shop', (_request, response) => response.sendFile('shop.html', { root: folder }));
  router.get('/statistics', (_request, response) => response.sendFile('statistics.html', { root: folder }));
  for (const file of ['demo.js', 'demo.css', 'shop.js', 'shop.css', 'statistics.js', 'statistics.css'])
    router.get(`/${file}`, (_request, response) => response.sendFile(file, { root: folder }));
  return router;
};
