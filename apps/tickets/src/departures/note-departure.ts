import { type Sql } from '@parley/persistence';
import { type Departure, keepDeparture } from './departure.store';

/** Notes in the transaction of an event who or what is gone; a worker follows up on that. */
export const noteDeparture = (tx: Sql, departure: Departure, since: Date): Promise<void> =>
  keepDeparture(tx, departure, since);
