import { engineUrl, eventually, freePort } from '@parley/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { WebDriver, WebElement } from 'selenium-webdriver';
import { type Browser, type BrowserOptions, createBrowser, findCode } from './browser';

const kill = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
};

/** A display in memory, where the machine has no other; Xvfb names the first free one by itself. */
const startDisplay = async (): Promise<{ display: string; server?: ChildProcess }> => {
  const known = process.env['DISPLAY'];
  if (known !== undefined) return { display: known };
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, server };
};

const startDriver = async (env: Record<string, string>): Promise<{ url: string; driver: ChildProcess }> => {
  const port = await freePort();
  const driver = spawn(engineUrl('webkit') ?? '', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => void (await fetch(`${url}/status`)));
  return { url, driver };
};

const openWindow = async (url: string): Promise<WebDriver> => {
  const { Builder, Capabilities } = await import('selenium-webdriver');
  return new Builder()
    .usingServer(url)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build();
};

/** The machine's WebKitGTK, driven by WebDriver on a display in memory. */
export const openWebkit = async ({ isDark = false }: BrowserOptions = {}): Promise<Browser> => {
  const { Key } = await import('selenium-webdriver');
  const keys: Readonly<Record<string, string>> = {
    Enter: Key.ENTER,
    Escape: Key.ESCAPE,
    ArrowDown: Key.ARROW_DOWN,
  };
  const { display, server } = await startDisplay();
  const theme = isDark ? 'Adwaita:dark' : 'Adwaita';
  const { url, driver } = await startDriver({ DISPLAY: display, GTK_THEME: theme });
  const close = async (): Promise<void> => {
    await kill(driver);
    await kill(server);
  };
  const web = await openWindow(url).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  await web.manage().window().setRect({ x: 0, y: 0, width: 1200, height: 850 });
  const send = (text: string): Promise<void> => web.actions().sendKeys(text).perform();
  return createBrowser({
    open: (address) => web.get(address),
    run: <Answer>(code: string, ...values: unknown[]) => web.executeScript<Answer>(code, ...values),
    clickAt: (x, y) => web.actions({ async: true }).move({ x, y, duration: 0 }).click().perform(),
    type: send,
    press: (key) => send(keys[key] ?? key),
    upload: async (selector, file) => {
      const found = await web.executeScript<WebElement>(
        `${findCode}; return find(arguments[0])[0]`,
        selector,
      );
      await found.sendKeys(file);
    },
    // Its driver has no access to the console of a page.
    complaints: () => [],
    close: async () => {
      await web.quit().catch(() => undefined);
      await close();
    },
  });
};
