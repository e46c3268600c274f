/** How much is read or written at a time. */
export interface BatchLimits {
  /** Most items. */
  max: number;
  /** Most bytes together; a larger item goes alone. */
  maxBytes: number;
}

/** Cuts a list of rows, of which the sizes are known, into the ids that are read at a time. */
export function* cutBatches(
  rows: Iterable<{ id: string; size: number }>,
  limits: BatchLimits,
): Generator<string[]> {
  for (const batch of cutBySize(rows, ({ size }) => size, limits)) yield batch.map(({ id }) => id);
}

/** Cuts a list into batches; `measure` answers about how many bytes an item has. */
export function* cutBySize<Item>(
  items: Iterable<Item>,
  measure: (item: Item) => number,
  { max, maxBytes }: BatchLimits,
): Generator<Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = measure(item);
    if (batch.length === max || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
