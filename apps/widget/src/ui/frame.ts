import { type ComponentChild, render } from 'preact';
import { type App, readColour, readableOn, findDirection, createSay } from '../core';
import frameStyle from './frame.css';

/** Where the widget draws: a shadow root of its own, which neither takes the page's styles nor gives it any. */
export interface Frame {
  /** Adds styles to those of the frame. */
  style(css: string): void;
  /** Draws a part again whenever the state changes; undefined draws nothing. */
  draw(part: string, view: () => ComponentChild | undefined): void;
}

const NAME = 'parley-widget';

/** Sets the project's colour as the background, and a readable text colour. */
const paint = ({ style }: HTMLElement, color: string | undefined): void => {
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
const keepIn = (host: HTMLElement, root: ShadowRoot, onReturn: () => void): void => {
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
};

export const createFrame = ({ store }: App): Frame => {
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
    const { language = 'en', project } = texts ?? {};
    host.lang = language;
    if (texts) host.setAttribute('aria-label', createSay(texts)('title'));
    for (const [place, view] of parts) {
      place.lang = language;
      place.dir = findDirection(language);
      paint(place, project?.color);
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
  keepIn(host, root, ask);
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
