import type { Sql } from '@parley/persistence';
import { type Departure, keepDeparture } from './departure.store';

/** Records a departure in the transaction of its event; a worker handles its tickets. */
export const noteDeparture = (tx: Sql, departure: Departure, since: Date): Promise<void> =>
  keepDeparture(tx, departure, since);
