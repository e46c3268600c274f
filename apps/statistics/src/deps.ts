import { type Database } from '@parley/persistence';
import { type Logger } from '@parley/telemetry';
import { type Answers } from './answers/answers';
import { type Contacts } from './names/contacts';
import { type Directory } from './names/directory';
import { type Sources } from './build/sources';
import { type TicketCounts } from './tickets/ticket-counts';

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
