import { openBrowser } from '@parley/testing';
import { createHmac } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { type Api, createApi, ok } from './api';
import type { Document } from './engagement';
import type { Mailbox } from './mailbox';
import { signUp } from './people';
import type { PlatformUnderTest } from './platform';
import { type SharedPlatform, sharePlatform } from './shared-platform';
import { type Shop, type ShopPage, startShop } from './shop';

/** A project whose widget a shop shows. */
export interface ShopTeam {
  admin: Api;
  projectId: string;
  apiToken: string;
  /** Proves a userId, as the shop's server would. */
  signUserId(userId: string): string;
}

/** A page of the shop in a browser. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Hosts that it asked anything. */
  hosts: Set<string>;
  /** What the browser complained of: policies, errors, requests that failed. */
  complaints: string[];
  launcher: Locator;
  panel: Locator;
}

/** The platform, a shop of another origin, and a browser. */
export interface WidgetWorld {
  platform: PlatformUnderTest;
  shop: Shop;
  browser: Browser;
  anonymous: Api;
  mailbox: Mailbox;
  team(): Promise<ShopTeam>;
  visit(path: string, page: ShopPage, context?: BrowserContext): Promise<Visit>;
  /** Opens any page. */
  open(address: string, context?: BrowserContext): Promise<Visit>;
  /** Looks at a page that is open already. */
  look(page: Page): Pick<Visit, 'launcher' | 'panel'>;
  stop(): Promise<void>;
}

const look = (page: Page): Pick<Visit, 'launcher' | 'panel'> => ({
  launcher: page.locator('parley-widget .launcher button'),
  panel: page.locator('parley-widget .panel'),
});

/** A shop and a browser at the platform that the files of this worker share. */
export const startWidgetWorld = async (): Promise<WidgetWorld> => {
  const shared = await sharePlatform();
  const world = await openWidgetWorld(shared);
  return {
    ...world,
    stop: async () => {
      await world.stop();
      await shared.leave();
    },
  };
};

/** The same at a platform that the test stops itself. */
export const openWidgetWorld = async ({
  platform,
  mailbox,
}: Pick<SharedPlatform, 'platform' | 'mailbox'>): Promise<WidgetWorld> => {
  const [browser, shop] = await Promise.all([openBrowser(), startShop(platform)]);
  const anonymous = createApi(() => `${platform.origin}/v3`);
  const open: WidgetWorld['open'] = async (address, given) => {
    const context = given ?? (await browser.newContext({ locale: 'en-GB' }));
    const page = await context.newPage();
    const hosts = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    page.on('websocket', (socket) => hosts.add(new URL(socket.url()).origin));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    return { page, context, hosts, complaints, ...look(page) };
  };
  return {
    platform,
    shop,
    browser,
    anonymous,
    mailbox,
    team: async () => {
      const { api: admin, projectId } = await signUp(anonymous, mailbox);
      const project: Document = ok(await admin.call('GET', `/projects/${projectId}`));
      return {
        admin,
        projectId,
        apiToken: project.apiToken,
        signUserId: (userId) => createHmac('sha256', project.sessionSecret).update(userId).digest('hex'),
      };
    },
    look,
    visit: (path, content, given) => {
      shop.page(path, content);
      return open(shop.origin + path, given);
    },
    open,
    stop: async () => {
      await browser.close();
      await shop.stop();
    },
  };
};
