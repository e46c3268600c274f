import { type ComponentChild, render } from 'preact';
import { type App } from '../core/app';
import { colourOf, readableOn } from '../core/colour';
import { directionOf } from '../core/language';
import frameStyle from './frame.css';

/** Where the widget draws: a shadow root of its own, which neither takes the page's styles nor gives it any. */
export interface Frame {
  /** Adds styles to those of the frame. */
  style(css: string): void;
  /** Draws a part anew whenever the state changes; undefined draws nothing. */
  draw(part: string, view: () => ComponentChild | undefined): void;
}

const NAME = 'parley-widget';

/** Fills what is filled with the project's colour, and writes on it in one that can be read. */
const paint = ({ style }: HTMLElement, color: string | undefined): void => {
  const fill = colourOf(color);
  style.setProperty('--fill', fill ?? 'var(--accent)');
  style.setProperty('--on-fill', fill === undefined ? 'var(--on-accent)' : readableOn(fill));
};

const sheetOf = (css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
};

export const createFrame = ({ store }: App): Frame => {
  const host = document.createElement(NAME);
  const root = host.attachShadow({ mode: 'open' });
  const style = (css: string): void => void root.adoptedStyleSheets.push(sheetOf(css));
  style(frameStyle);
  document.body.append(host);

  const parts = new Map<HTMLElement, () => ComponentChild | undefined>();
  const drawAll = (): void => {
    isAsked = false;
    const { language = 'en', project } = store.get().texts ?? {};
    for (const [place, view] of parts) {
      place.lang = language;
      place.dir = directionOf(language);
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
