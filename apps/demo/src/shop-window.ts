/** Where the shop finds who visits it, as a shop's server would tell it. */
export const VISITOR = 'visitor';

/** A page that has the widget, or will have it: calls that come before it are kept in `q`. */
export interface ShopWindow extends Window {
  parley: ((...call: unknown[]) => void) & { q?: unknown[][] };
}
