import type { Database } from '@parley/persistence';
import type { Logger } from '@parley/telemetry';
import type { Answers } from './answers';
import type { Contacts, Directory } from './names';
import type { Sources } from './build';
import type { TicketCounts } from './tickets';

/** Dependencies of the use cases of this service. */
export interface Deps {
  db: Database;
  log: Logger;
  /** Where everything is read from at first, and again by a rebuild. */
  sources: Sources;
  contacts: Contacts;
  directory: Directory;
  tickets: TicketCounts;
  /** Shared by those who ask the same. */
  answers: Answers;
  clock: () => Date;
}
