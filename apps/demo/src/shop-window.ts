/** The shop's source for its visitor, as a shop's server would provide it. */
export const VISITOR = 'visitor';

/** A page that has the widget, or will have it: calls that come before it are kept in `q`. */
export interface ShopWindow extends Window {
  parley: ((...call: unknown[]) => void) & { q?: unknown[][] };
}
