import { notFound } from '@parley/errors';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createClient, systemContext } from '@parley/rpc';
import type { Peers } from '@parley/runtime';
import express, { type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import { fileURLToPath } from 'node:url';
import { demoContacts } from './demo-data';
import { type Demo, readDemo } from './demo';

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
 * @param peers Ways to call the services.
 */
export const createDemoPage = (
  home: string,
  realtimeUrl: string,
  peers: Pick<Peers, 'workspace'>,
): Router => {
  const router = express.Router();
  const directory = createClient(DirectoryServiceDefinition, peers.workspace);
  const [contact] = demoContacts;
  // The shop stands in a frame of the page beside it.
  const ofShop = policyFor(realtimeUrl, { frameAncestors: ["'self'"] });
  const ofPages = policyFor(realtimeUrl, { frameSrc: ["'self'"] });
  router.use((request, response, next) =>
    (request.path === '/shop' ? ofShop : ofPages)(request, response, next),
  );
  const demandDemo = (): Demo => {
    const demo = readDemo(home);
    if (!demo) throw notFound('demo', 'There is no demo yet.');
    return demo;
  };
  router.get('/demo.json', (_request, response) => {
    if (!contact) throw notFound('demo', 'There is no demo yet.');
    const { apiToken, projectId, admin } = demandDemo();
    response.json({ apiToken, projectId, userId: contact.userId, email: admin.email });
  });
  router.get('/', (_request, response) => response.sendFile('index.html', { root: folder }));
  router.get('/shop', (_request, response) => response.sendFile('shop.html', { root: folder }));
  router.get('/statistics', (_request, response) => response.sendFile('statistics.html', { root: folder }));
  // Another project may have the slug `demo`, and the demo's own may change.
  router.get('/help', async (_request, response) => {
    const { projectId } = demandDemo();
    const { slug } = await directory.resolveHelpcenterSite({ site: projectId }, systemContext('demo'));
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(`/help/${slug ?? projectId}`);
  });
  for (const file of ['demo.js', 'demo.css', 'shop.js', 'shop.css', 'statistics.js', 'statistics.css'])
    router.get(`/${file}`, (_request, response) => response.sendFile(file, { root: folder }));
  return router;
};
