import type { Ai } from '@parley/ai';
import type { Effects } from '@parley/effects';
import type { Events } from '@parley/events';
import type { Database } from '@parley/persistence';
import type { Logger } from '@parley/telemetry';
import type { Contacts, Directory } from './contacts';
import type { LiveItemsReader } from './delivery';
import type { ItemTexts } from './items';
import type { Workspace } from './project';
import type { Tickets } from './widget';

/** Dependencies of the use cases of this service. */
export interface Deps {
  db: Database;
  log: Logger;
  events: Pick<Events, 'append' | 'wake'>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  workspace: Workspace;
  contacts: Contacts;
  directory: Directory;
  tickets: Tickets;
  liveItems: LiveItemsReader;
  itemTexts: ItemTexts;
  /** Names themes of answers to surveys. */
  ai: Pick<Ai, 'complete' | 'writes'>;
  clock: () => Date;
}
