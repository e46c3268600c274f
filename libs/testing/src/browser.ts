import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { engineUrl } from './engines';

/**
 * Starts the machine's Chromium without a window; it requests only the pages that it opens. Names in `ownHosts` lead to this
 * machine.
 */
export const openBrowser = async ({
  ownHosts = [],
}: { ownHosts?: readonly string[] } = {}): Promise<Browser> => {
  // Loaded here: most test files open no browser.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: engineUrl('chromium') ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(ownHosts.length > 0
        ? [`--host-resolver-rules=${ownHosts.map((host) => `MAP ${host} 127.0.0.1`).join(',')}`]
        : []),
    ],
  });
};

/** Problems for readers with a screen reader, a keyboard or weak eyes: rule and elements, by axe-core. */
export const accessibilityProblems = async (page: Page): Promise<string[]> => {
  // Colours are judged as they stay, not in the middle of a fade.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    // Otherwise it describes every element that has no problem.
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
};
