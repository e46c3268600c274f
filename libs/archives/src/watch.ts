import type { ArchiveSource } from './archive';

/** A source of which is known whether it failed: then the archive may be well. */
export const watchSource = (source: ArchiveSource): ArchiveSource & { failure?: unknown } => {
  const watched: ArchiveSource & { failure?: unknown } = {
    size: source.size,
    open: async (start, end) => {
      try {
        return reading(await source.open(start, end));
      } catch (error) {
        throw (watched.failure = error);
      }
    },
  };
  async function* reading(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      throw (watched.failure = error);
    }
  }
  return watched;
};
