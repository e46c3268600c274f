import { engineUrl } from '@parley/testing';
import type { KeyInput } from 'puppeteer-core';
import { type Browser, type BrowserOptions, createBrowser, findCode } from './browser';

/** The machine's Firefox without a window, driven by WebDriver BiDi. */
export const openFirefox = async ({ isDark = false }: BrowserOptions = {}): Promise<Browser> => {
  const { default: puppeteer } = await import('puppeteer-core');
  const firefox = await puppeteer.launch({
    browser: 'firefox',
    executablePath: engineUrl('firefox') ?? '',
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      // 0 is dark, 1 is light.
      'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
    },
  });
  const page = await firefox.newPage();
  await page.setViewport({ width: 1200, height: 850 });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return createBrowser({
    open: async (address) => void (await page.goto(address)),
    run: async <Answer>(code: string, ...values: unknown[]) =>
      (await page.evaluate(`(function () { ${code} }).apply(null, ${JSON.stringify(values)})`)) as Answer,
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key as KeyInput),
    upload: async (selector, file) => {
      const found = await page.evaluateHandle(
        `(function () { ${findCode}; return find(${JSON.stringify(selector)})[0] })()`,
      );
      await (found as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
    },
    complaints: () => complaints,
    close: () => firefox.close(),
  });
};
