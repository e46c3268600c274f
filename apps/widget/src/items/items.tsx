import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type App, createSay, type Item } from '../core';
import type { Frame } from '../ui';
import { Banner } from './banner';
import { Body, Dismiss, escapes, useSeen } from './body';
import { ChatMessage } from './chat-message';
import { Checklist } from './checklist';
import { findPlace, LOOK_MS } from './place';
import type { ItemParts, Kind, LaterKind } from '../kinds';
import { createReporter } from './reporter';
import style from './items.css';
import { Tooltip } from './tooltip';
import { Tour } from './tour';

const kinds: Readonly<Record<string, Kind>> = {
  BANNER: Banner,
  CHAT_MESSAGE: ChatMessage,
  CHECKLIST: Checklist,
  COBROWSE: Tour,
  PRODUCT_TOUR: Tour,
  TOOLTIP: Tooltip,
};

/** Kinds with a file of their own. */
const later: Readonly<Record<string, () => Promise<LaterKind>>> = {
  MODAL: () => import('./modal'),
  NEWS: () => import('../news'),
  SURVEY: () => import('./survey'),
};

/** The kinds in the order in which they show: what leads or asks, before what informs, before what waits. */
const ORDER = [
  'COBROWSE',
  'PRODUCT_TOUR',
  'MODAL',
  'CHAT_MESSAGE',
  'SURVEY',
  'BANNER',
  'NEWS',
  'TOOLTIP',
  'CHECKLIST',
];

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
    .filter(({ type, config }) => ORDER.includes(type) && (type !== 'TOOLTIP' || findPlace(config?.selector)))
    .sort((one, other) => rank(one) - rank(other))[0];
};

/** Shows one of the items, and another when the element of a tooltip comes or goes. */
const One = ({
  items,
  kindOf,
  parts,
}: {
  items: readonly Item[];
  kindOf: (item: Item) => Kind | undefined;
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
  const Shown = item && kindOf(item);
  return Shown ? <Shown key={item.id} {...parts(item)} /> : null;
};

/** Answers how a kind draws itself; one that is not loaded yet is loaded, and drawn then. */
const createKinds = ({ store }: App, frame: Frame): ((item: Item) => Kind | undefined) => {
  const known: Record<string, Kind> = { ...kinds };
  const asked = new Set<string>();
  return ({ type }) => {
    const load = later[type];
    if (known[type] || !load || asked.has(type)) return known[type];
    asked.add(type);
    load().then(
      ({ style: css, createKind }) => {
        frame.style(css);
        known[type] = createKind({ Body, Dismiss, escapes, useSeen });
        store.set({});
      },
      (error: unknown) => {
        asked.delete(type);
        // Another item shows in its place.
        store.set({ items: store.get().items.filter((item) => item.type !== type) });
        console.error('parley:', error);
      },
    );
    return undefined;
  };
};

/** Draws the team's items for the visitor on this page. */
export const startItems = (app: App, frame: Frame): void => {
  const { store } = app;
  frame.style(style);
  const reporter = createReporter(app);
  const reached = new Map<string, number>();
  const kindOf = createKinds(app, frame);
  const createItemParts = (item: Item, say: ItemParts['say']): ItemParts => {
    const end = (told: Promise<unknown>): void => {
      app.endings.note(item.id, told);
      reporter.end(item);
      reached.delete(item.id);
      store.set({ items: store.get().items.filter(({ id }) => id !== item.id) });
    };
    return {
      ...{ app, say, item, reporter, reached },
      finish: (event) => end(reporter.report(item, event)),
      drop: () => end(Promise.resolve()),
    };
  };
  frame.draw('items', () => {
    const { texts, items, isHidden, isOpen } = store.get();
    // The open messenger would cover them.
    if (!texts || isHidden || isOpen) return undefined;
    const say = createSay(texts);
    return <One items={items} kindOf={kindOf} parts={(item) => createItemParts(item, say)} />;
  });
};
