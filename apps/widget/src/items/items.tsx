import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type App, createSay, type Item } from '../core';
import type { Frame } from '../ui';
import { Banner } from './banner';
import { ChatMessage } from './chat-message';
import { Checklist } from './checklist';
import { findPlace, LOOK_MS } from './place';
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
  /** How far the visitor is in each tour: the messenger may come between two steps. */
  reached: Map<string, number>;
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

/** The kinds in the order in which they show: what leads or asks, before what informs, before what waits. */
const ORDER = ['COBROWSE', 'CHAT_MESSAGE', 'BANNER', 'TOOLTIP', 'CHECKLIST'];

/** Kinds that give way to others while they show; in the rest a visitor may be reading or writing. */
const YIELDING = ['TOOLTIP', 'CHECKLIST'];

/**
 * The one item that shows, so that none covers another: one that the page started, else the one that shows already, else the first
 * kind, the newest of it.
 */
const chooseShown = (items: readonly Item[], shown: string | undefined): Item | undefined => {
  const rank = ({ id, type, isStarted }: Item): number => {
    if (isStarted) return -2;
    return id === shown && !YIELDING.includes(type) ? -1 : ORDER.indexOf(type);
  };
  return items
    .filter(({ type, config }) => kinds[type] && (type !== 'TOOLTIP' || findPlace(config?.selector)))
    .sort((one, other) => rank(one) - rank(other))[0];
};

/** Shows one of the items, and another when the element of a tooltip comes or goes. */
const One = ({
  items,
  parts,
}: {
  items: readonly Item[];
  parts: (item: Item) => ItemParts;
}): VNode | null => {
  const [, look] = useState(0);
  const hasTooltips = items.some(({ type }) => type === 'TOOLTIP');
  useEffect(() => {
    if (!hasTooltips) return undefined;
    const timer = setInterval(() => look((turn) => turn + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, [hasTooltips]);
  const shown = useRef<string | undefined>(undefined);
  const item = chooseShown(items, shown.current);
  shown.current = item?.id;
  const Shown = item && kinds[item.type];
  return Shown ? <Shown key={item.id} {...parts(item)} /> : null;
};

/** Draws the team's items for the visitor on this page. */
export const startItems = (app: App, frame: Frame): void => {
  const { store } = app;
  frame.style(style);
  const reporter = createReporter(app);
  const reached = new Map<string, number>();
  const createItemParts = (item: Item, say: ItemParts['say']): ItemParts => ({
    app,
    say,
    item,
    reporter,
    reached,
    finish: (event) => {
      app.endings.note(item.id, reporter.report(item, event));
      reporter.end(item);
      reached.delete(item.id);
      store.set({ items: store.get().items.filter(({ id }) => id !== item.id) });
    },
  });
  frame.draw('items', () => {
    const { texts, items, isHidden, isOpen } = store.get();
    // The open messenger would cover them.
    if (!texts || isHidden || isOpen) return undefined;
    const say = createSay(texts);
    return <One items={items} parts={(item) => createItemParts(item, say)} />;
  });
};
