import type { FileStore } from './file-store';

/** Writes to the first store and finds the files of both, so that URLs survive a move from one to the other. Deletes from both. */
export const createLayeredStore = (current: FileStore, former: FileStore): FileStore => ({
  bytesHeld: current.bytesHeld,
  put: (key, content, options) => current.put(key, content, options),
  find: async (key) => (await current.find(key)) ?? former.find(key),
  get: async (key, range) => (await current.get(key, range)) ?? former.get(key, range),
  async *list() {
    yield* current.list();
    yield* former.list();
  },
  delete: async (key) => {
    await Promise.all([current.delete(key), former.delete(key)]);
  },
  check: () => current.check(),
  close: async () => {
    await Promise.all([current.close(), former.close()]);
  },
});
