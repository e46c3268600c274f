/**
 * Passes a value from one tab to the next at once. A tab's write to `localStorage` can reach a tab of another process a moment
 * late, even when a lock makes them take turns. A transaction of IndexedDB is visible to all that come after.
 */
export interface Handover {
  /** The value left within the last seconds; undefined without one, and where the browser has no such database. */
  take(): Promise<unknown>;
  /** Leaves a value; undefined takes it away. */
  leave(value: unknown): Promise<void>;
}

/**
 * How long a value counts, in milliseconds: by then `localStorage` has it everywhere, and values cleared by a page stay cleared.
 */
const FRESH_MS = 10_000;

/** How long the database may take, in milliseconds: some browsers open it late or never, and the widget does not wait for that. */
const PATIENCE_MS = 1000;

const STORE = 'values';

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export const createHandover = (name: string): Handover => {
  let opened: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return settled(request);
  };
  const transact = async <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const database = await (opened ??= open());
    const transaction = database.transaction(STORE, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([settled(work(transaction.objectStore(STORE))), done]);
    return result;
  };
  const within = async <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | undefined> => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
    // Private windows and sandboxed frames may have no database: the other storage has to do.
    return Promise.race([transact(mode, work).catch(() => undefined), late]);
  };
  return {
    take: async () => {
      const left = await within<{ value: unknown; at: number } | undefined>('readonly', (store) =>
        store.get(name),
      );
      return left && Math.abs(Date.now() - left.at) < FRESH_MS ? left.value : undefined;
    },
    leave: async (value) => {
      if (value === undefined) await within('readwrite', (store) => store.delete(name));
      else await within('readwrite', (store) => store.put({ value, at: Date.now() }, name));
    },
  };
};
