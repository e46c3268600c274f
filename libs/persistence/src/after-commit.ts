import { type Sql } from './database';

const open = new WeakMap<Sql, Set<() => void>>();

/** Calls a listener once what is written is there for others: after the commit of a transaction, and at once outside of one. */
export const afterCommit = (sql: Sql, listener: () => void): void => {
  const listeners = open.get(sql);
  if (listeners) listeners.add(listener);
  else listener();
};

/** Knows who waits for the commit of a transaction. */
export interface Commit {
  /** Collects the listeners of a transaction; answers the transaction. */
  of<T extends Sql>(tx: T): T;
  /** The transaction is committed. */
  tell(): void;
}

export const createCommit = (): Commit => {
  const listeners = new Set<() => void>();
  return {
    of: (tx) => {
      open.set(tx, listeners);
      return tx;
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
};
