import type { VNode } from 'preact';
import { type App, createSay, type Item } from '../core';
import type { Frame } from '../ui';
import { Banner } from './banner';
import { ChatMessage } from './chat-message';
import { Checklist } from './checklist';
import { createReporter, type Reporter } from './reporter';
import style from './items.css';
import { Tooltip } from './tooltip';
import { Tour } from './tour';

/** What each kind draws itself with. */
export interface ItemParts {
  app: App;
  say: ReturnType<typeof createSay>;
  item: Item;
  reporter: Reporter;
  /** Removes it and reports the reason. */
  finish: (event: 'clicked' | 'dismissed' | 'completed') => void;
}

type Kind = (parts: ItemParts) => VNode | null;

const kinds: Readonly<Record<string, Kind>> = {
  BANNER: Banner,
  CHAT_MESSAGE: ChatMessage,
  CHECKLIST: Checklist,
  COBROWSE: Tour,
  TOOLTIP: Tooltip,
};

/** One of a kind at a time, but for tooltips; no message and no tooltip while a tour leads through the page. */
const chooseShown = (items: readonly Item[], isOpen: boolean): Item[] => {
  const first = (type: string): Item[] => items.filter((item) => item.type === type).slice(0, 1);
  const tour = first('COBROWSE');
  const messages = tour.length > 0 || isOpen ? [] : first('CHAT_MESSAGE');
  const tooltips = tour.length > 0 ? [] : items.filter(({ type }) => type === 'TOOLTIP');
  return [...first('BANNER'), ...first('CHECKLIST'), ...tour, ...messages, ...tooltips];
};

/** Draws the team's items for the visitor on this page. */
export const startItems = (app: App, frame: Frame): void => {
  const { store } = app;
  frame.style(style);
  const reporter = createReporter(app);
  const createItemParts = (item: Item, say: ItemParts['say']): ItemParts => ({
    app,
    say,
    item,
    reporter,
    finish: (event) => {
      app.endings.note(item.id, reporter.report(item, event));
      reporter.end(item);
      store.set({ items: store.get().items.filter(({ id }) => id !== item.id) });
    },
  });
  frame.draw('items', () => {
    const { texts, items, isHidden, isOpen } = store.get();
    if (!texts || isHidden) return undefined;
    const say = createSay(texts);
    return chooseShown(items, isOpen).map((item) => {
      const Shown = kinds[item.type];
      return Shown && <Shown key={item.id} {...createItemParts(item, say)} />;
    });
  });
};
