import { cutBatches as cut } from '@parley/persistence';
import type { ExportedTicket } from './export.store';

/** Most tickets that are in memory at a time. */
export const MAX_BATCH = 200;
/** Most bytes that a batch takes in the database, where large texts are compressed; a larger ticket goes alone. */
export const MAX_BATCH_BYTES = 512 * 1024;

/** Cuts a list of tickets into batches to read. */
export const cutBatches = (tickets: readonly ExportedTicket[]): Iterable<string[]> =>
  cut(tickets, { max: MAX_BATCH, maxBytes: MAX_BATCH_BYTES });
