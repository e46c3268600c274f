import type { Sql } from './database';

interface Open {
  lasts: Set<() => Promise<void>>;
  listeners: Set<() => void>;
}

const open = new WeakMap<Sql, Open>();

/** Calls a listener once the written rows are visible to others: after the commit of a transaction, and at once outside of one. */
export const afterCommit = (sql: Sql, listener: () => void): void => {
  const transaction = open.get(sql);
  if (transaction) transaction.listeners.add(listener);
  else listener();
};

/** Runs statements last in a transaction, right before its commit. False outside of one: then nothing is run. */
export const beforeCommit = (sql: Sql, last: () => Promise<void>): boolean =>
  open.get(sql)?.lasts.add(last) !== undefined;

/** Knows who waits for the commit of a transaction. */
export interface Commit {
  /** Collects the listeners of a transaction; answers the transaction. */
  of<T extends Sql>(tx: T): T;
  /** The transaction is about to be committed. */
  prepare(): Promise<void>;
  /** The transaction is committed. */
  tell(): void;
}

export const createCommit = (): Commit => {
  const transaction: Open = { lasts: new Set(), listeners: new Set() };
  return {
    of: (tx) => {
      open.set(tx, transaction);
      return tx;
    },
    prepare: async () => {
      for (const last of transaction.lasts) await last();
    },
    tell: () => {
      for (const listener of transaction.listeners) listener();
    },
  };
};
