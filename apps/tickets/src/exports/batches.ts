import { type ExportedTicket } from './export.store';

/** Most tickets that are in memory at a time. */
export const MAX_BATCH = 200;
/** Most bytes that a batch takes in the database, where large texts are compressed; a larger ticket goes alone. */
export const MAX_BATCH_BYTES = 512 * 1024;

/** Cuts a list of tickets into what is read at a time. */
export function* batchesOf(tickets: readonly ExportedTicket[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const { id, size } of tickets) {
    if (batch.length === MAX_BATCH || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(id);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
