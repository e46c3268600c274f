import type { App, Say } from '../core';
import type { Drafts } from './drafts';
import type { Outbox } from './outbox';

/** What every page of the open widget works with. */
export interface Parts {
  app: App;
  say: Say;
  outbox: Outbox;
  drafts: Drafts;
}
