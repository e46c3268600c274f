import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for which an element stays where it is before it is clicked. */
const STILL_MS = 100;

/** How a page appears. */
export interface BrowserOptions {
  isDark?: boolean;
}

/** Actions of the driver of a browser. */
export interface Driver {
  open(address: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run<Answer>(code: string, ...values: unknown[]): Promise<Answer>;
  clickAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses `Enter`, `Escape` or `ArrowDown`. */
  press(key: string): Promise<void>;
  /** Chooses a file of this machine. */
  upload(selector: string, file: string): Promise<void>;
  /** Errors that the page wrote to its console, where the driver passes them on. */
  complaints(): string[];
  close(): Promise<void>;
}

/**
 * A browser beside Chromium, driven as far as a visitor's path needs it. A selector is looked up in shadow roots and frames of the same
 * site too; a text is part of the element's own or of its name.
 */
export interface Browser extends Driver {
  count(selector: string, text?: string): Promise<number>;
  /** Waits until the page shows an element. */
  shows(selector: string, text?: string): Promise<void>;
  hides(selector: string, text?: string): Promise<void>;
  click(selector: string, text?: string): Promise<void>;
  /** Clicks a field and types into it. */
  fill(selector: string, text: string): Promise<void>;
  read(selector: string): Promise<string>;
  value(selector: string): Promise<string>;
  style(selector: string, property: string): Promise<string>;
}

/** Functions of a page: `find(selector, text)` has the visible elements, and fields for files; `search` also where their frame is. */
export const findCode = `const search = (selector, text) => {
  const found = [];
  const walk = (root, x, y) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(selector)) found.push({ element, x, y });
      if (element.shadowRoot) walk(element.shadowRoot, x, y);
      if (element.localName !== 'iframe' || !element.contentDocument) continue;
      const { left, top } = element.getBoundingClientRect();
      walk(element.contentDocument, x + left + element.clientLeft, y + top + element.clientTop);
    }
  };
  walk(document, 0, 0);
  return found.filter(({ element }) => {
    const { ariaLabel, innerText, type } = element;
    const isShown = type === 'file' || element.checkVisibility();
    return isShown && (!text || [ariaLabel, innerText].join(' ').includes(text));
  });
};
const find = (selector, text) => search(selector, text).map(({ element }) => element)`;

/** The middle of an element, which is scrolled to. */
const PLACE = `find(...arguments)[0].scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const [{ element, x, y }] = search(...arguments);
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.floor(x + left + width / 2), Math.floor(y + top + height / 2)];`;

export const createBrowser = (driver: Driver): Browser => {
  const ask = <Answer>(code: string, ...values: unknown[]): Promise<Answer> =>
    driver.run<Answer>(`${findCode}; ${code}`, ...values);
  const count: Browser['count'] = (selector, text = '') =>
    ask('return find(...arguments).length', selector, text);
  const shows: Browser['shows'] = (selector, text) =>
    eventually(async () => {
      if ((await count(selector, text)) > 0) return;
      const seen = await ask<string>('return find("body, .panel").map((one) => one.innerText).join("\\n")');
      throw new Error(`There is no ${selector} with “${text}” in:\n${seen}`);
    });
  const click: Browser['click'] = async (selector, text = '') => {
    await shows(selector, text);
    const place = (): Promise<[number, number]> => ask<[number, number]>(PLACE, selector, text);
    // What arrives above it moves it.
    const [x, y] = await eventually(async () => {
      const before = await place();
      await sleep(STILL_MS);
      expect(await place()).toEqual(before);
      return before;
    });
    await driver.clickAt(x, y);
  };
  return {
    ...driver,
    count,
    shows,
    hides: (selector, text = '') =>
      eventually(async () => {
        const left = 'return find(...arguments).map((one) => one.innerText)';
        expect(await ask(left, selector, text)).toEqual([]);
      }),
    click,
    fill: async (selector, text) => {
      await click(selector);
      await driver.type(text);
    },
    read: (selector) => ask('return find(arguments[0])[0].innerText', selector),
    value: (selector) => ask('return find(arguments[0])[0].value', selector),
    style: (selector, property) =>
      ask('return getComputedStyle(find(arguments[0])[0])[arguments[1]]', selector, property),
  };
};
