import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { RunningPlatform } from './platform';

/** The window of a small phone. */
export const phone = { viewport: { width: 360, height: 844 }, isMobile: true, hasTouch: true };
/** The window of a desk. */
export const desk = { viewport: { width: 1400, height: 900 } };

/** A page, with the hosts that it asked and its complaints. */
export interface OpenPage {
  page: Page;
  context: BrowserContext;
  hosts: Set<string>;
  complaints: string[];
}

/** Opens pages of a platform in a browser of their own, and records their requests and complaints. */
export const createOpener =
  (running: () => { platform: RunningPlatform; browser: Browser }) =>
  async (path: string, options: BrowserContextOptions = {}): Promise<OpenPage> => {
    const { platform, browser } = running();
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    const page = await context.newPage();
    const hosts = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(new URL(path, platform.origin).href);
    return { page, context, hosts, complaints };
  };
