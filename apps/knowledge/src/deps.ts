import type { Ai } from '@parley/ai';
import type { Answers } from '@parley/answers';
import type { Effects } from '@parley/effects';
import type { Events } from '@parley/events';
import type { Database } from '@parley/persistence';
import type { SearchIndex } from '@parley/search';
import type { Logger } from '@parley/telemetry';
import type { VectorSpace } from './documents';
import type { Contacts, Helpcenter, Tickets, Websites } from './sources';

/** Dependencies of the use cases of this service. */
export interface Deps {
  db: Database;
  log: Logger;
  ai: Ai;
  /** Vectors, with what they compare with. */
  space: VectorSpace;
  /** The full text of passages. */
  search: Pick<SearchIndex, 'search'>;
  answers: Answers;
  helpcenter: Helpcenter;
  tickets: Tickets;
  contacts: Contacts;
  websites: Websites;
  events: Pick<Events, 'append' | 'wake'>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  clock: () => Date;
}
