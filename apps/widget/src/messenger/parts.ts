import { type App } from '../core/app';
import { type Say } from '../core/texts';
import { type Outbox } from './outbox';
import { type Sound } from './sound';

/** What every page of the open widget works with. */
export interface Parts {
  app: App;
  say: Say;
  outbox: Outbox;
  sound: Sound;
  /** Connects, if that was not done yet: a conversation is open. */
  goLive: () => void;
}
