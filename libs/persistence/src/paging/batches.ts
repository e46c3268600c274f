/** How much is read at a time. */
export interface BatchLimits {
  /** Most rows. */
  max: number;
  /** Most bytes together; a larger row goes alone. */
  maxBytes: number;
}

/** Cuts a list of rows, of which the sizes are known, into the ids that are read at a time. */
export function* cutBatches(
  rows: Iterable<{ id: string; size: number }>,
  { max, maxBytes }: BatchLimits,
): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const { id, size } of rows) {
    if (batch.length === max || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(id);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
