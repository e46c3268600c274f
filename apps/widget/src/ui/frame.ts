import { type ComponentChild, render } from 'preact';
import {
  type App,
  createSay,
  findDirection,
  readableOn,
  readAppearance,
  readColour,
  type State,
} from '../core';
import frameStyle from './frame.css';

/** Where the widget draws: a shadow root of its own, which neither takes the page's styles nor gives it any. */
export interface Frame {
  /** Adds styles to those of the frame. */
  style(css: string): void;
  /** Draws a part again whenever the state changes; undefined draws nothing. */
  draw(part: string, view: () => ComponentChild | undefined): void;
}

const NAME = 'parley-widget';

const darkDevice = matchMedia('(prefers-color-scheme: dark)');

/** Sets theme, side and distance, the colour of the background and a readable one of its text. */
const paint = ({ classList, style }: HTMLElement, state: State): void => {
  const { color, theme = 'system', side, offset } = readAppearance(state);
  classList.toggle('dark', theme === 'dark' || (theme === 'system' && darkDevice.matches));
  for (const one of ['left', 'right']) classList.toggle(one, side === one);
  style.setProperty('--x', `${offset?.x ?? 20}px`);
  style.setProperty('--y', `${offset?.y ?? 20}px`);
  const fill = readColour(color);
  style.setProperty('--fill', fill ?? 'var(--accent)');
  style.setProperty('--on-fill', fill === undefined ? 'var(--on-accent)' : readableOn(fill));
};

const createSheet = (css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};

/**
 * Keeps an element in the page, whatever becomes of its body: Turbo and Astro put another one in its place when a visitor goes on.
 * @param onReturn Called when it came into another body.
 */
const keepIn = (host: HTMLElement, root: ShadowRoot, onReturn: () => void, ended: AbortSignal): void => {
  let focused: EventTarget | null = null;
  root.addEventListener('focusin', ({ target }) => (focused = target));
  // A removed element loses the focus with or without an event.
  root.addEventListener('focusout', () =>
    queueMicrotask(() => host.isConnected && (focused = root.activeElement)),
  );
  const put = (): void => {
    if (host.isConnected) return;
    observer.disconnect();
    // Between two bodies there may be none.
    document.body?.append(host);
    for (const node of [document, document.documentElement, document.body])
      if (node) observer.observe(node, { childList: true });
    // The visitor continues to write.
    if (focused instanceof HTMLElement && document.activeElement === document.body)
      focused.focus({ preventScroll: true });
    onReturn();
  };
  const observer = new MutationObserver(put);
  put();
  ended.addEventListener('abort', () => {
    observer.disconnect();
    host.remove();
  });
};

export const createFrame = ({ store, ended }: App): Frame => {
  const host = document.createElement(NAME);
  const root = host.attachShadow({ mode: 'open' });
  const style = (css: string): void => void root.adoptedStyleSheets.push(createSheet(css));
  style(frameStyle);
  // The one landmark of the widget, so that users who navigate by landmarks meet it once.
  host.setAttribute('role', 'region');

  const parts = new Map<HTMLElement, () => ComponentChild | undefined>();
  const drawAll = (): void => {
    isAsked = false;
    const { texts } = store.get();
    const { language = 'en' } = texts ?? {};
    host.lang = language;
    if (texts) host.setAttribute('aria-label', createSay(texts)('title'));
    for (const [place, view] of parts) {
      place.lang = language;
      place.dir = findDirection(language);
      paint(place, store.get());
      render(view() ?? null, place);
    }
  };
  let isAsked = false;
  // Several changes in one go are drawn once.
  const ask = (): void => {
    if (isAsked) return;
    isAsked = true;
    queueMicrotask(drawAll);
  };
  store.subscribe(ask);
  darkDevice.addEventListener('change', ask, { signal: ended });
  ended.addEventListener('abort', () => {
    for (const place of parts.keys()) render(null, place);
    parts.clear();
  });
  keepIn(host, root, ask, ended);
  return {
    style,
    draw: (part, view) => {
      const place = document.createElement('div');
      place.className = `theme ${part}-part`;
      root.append(place);
      parts.set(place, view);
      ask();
    },
  };
};
