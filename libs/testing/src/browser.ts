import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
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
  const browser = await chromium.launch({
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
  // As `eventually`: a guard against hanging.
  browser.on('context', (context) => context.setDefaultTimeout(60_000));
  return browser;
};

/**
 * Repeats an action until its effect shows, each time with twice the patience: on a slow machine the next one would always
 * come before the effect.
 */
export const repeatUntil = async (act: () => Promise<unknown>, effect: Locator): Promise<void> => {
  for (let patience = 2_000; ; patience *= 2) {
    await act();
    try {
      return await effect.waitFor({ timeout: patience });
    } catch (error) {
      if (patience > 60_000) throw error;
    }
  }
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
