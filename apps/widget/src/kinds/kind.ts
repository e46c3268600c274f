import type { VNode } from 'preact';
import type { App, Item, Say } from '../core';

/** The visitor's actions with an item. */
export interface Reporter {
  /** Reports it once for a showing, however often it is called; also after a network failure. */
  report(
    item: Item,
    event: 'seen' | 'clicked' | 'dismissed' | 'completed' | 'step',
    stepId?: string,
  ): Promise<unknown>;
  /** The showing is over: the next one is reported again. */
  end(item: Item): void;
}

/** What each kind draws itself with. */
export interface ItemParts {
  app: App;
  say: Say;
  item: Item;
  reporter: Reporter;
  /** How far the visitor is in each tour: the messenger may come between two steps. */
  reached: Map<string, number>;
  /** Removes it and reports the reason. */
  finish: (event: 'clicked' | 'dismissed' | 'completed') => void;
  /** Removes it: the platform knows the reason. */
  drop: () => void;
}

/** Draws the items of a kind. */
export type Kind = (parts: ItemParts) => VNode | null;

type Dismissing = (event: 'dismissed') => void;

/** What kinds with a file of their own share with the others: it would be one more request by itself. */
export interface Common {
  Body(parts: Pick<ItemParts, 'app' | 'item'> & { onLink?: () => void; html?: string }): VNode;
  Dismiss(parts: Pick<ItemParts, 'say'> & { finish: Dismissing }): VNode;
  escapes(finish: Dismissing): (event: KeyboardEvent) => void;
  useSeen(parts: Pick<ItemParts, 'app' | 'reporter' | 'item'>): void;
}

/** A kind that is loaded when an item of it is due. */
export interface LaterKind {
  style: string;
  createKind(common: Common): Kind;
}
