import { afterCommit, type Sql } from '@parley/persistence';

/** The kinds of queued work: documents to cut and embed, things of other services to read, passages of the search index. */
type Marked = 'documents' | 'sources' | 'passages';

const listeners: Readonly<Record<Marked, Set<() => void>>> = {
  documents: new Set(),
  sources: new Set(),
  passages: new Set(),
};

const wake = (what: Marked) => (): void => {
  for (const listener of listeners[what]) listener();
};

const wakes = { documents: wake('documents'), sources: wake('sources'), passages: wake('passages') };

/** Has those who work through marks woken, once the transaction that made some is committed. */
export const tellMarked = (sql: Sql, what: Marked): void => afterCommit(sql, wakes[what]);

/** Calls a listener when this process queues work. */
export const onMarked = (what: Marked, listener: () => void): void => void listeners[what].add(listener);
