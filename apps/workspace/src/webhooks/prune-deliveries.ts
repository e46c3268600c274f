import { type Sql } from '@parley/persistence';
import { createWorker, type Lookout, WATCHED_REST_MS, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import { pruneDepartures } from './departed-contact.store';
import { DELETED_DUE, pruneDeleted, pruneDeliveries, pruneEvents } from './prune.store';

/** Milliseconds that deliveries are kept: 30 days. */
const RETENTION_MS = 30 * 86_400_000;

/** Most rows that one statement deletes. */
const CHUNK = 1_000;

/** Milliseconds between two looks for webhooks that were deleted. */
const DELETED_EVERY = 10_000;

const removesAny = async (sql: Sql, before: Date): Promise<boolean> => {
  const deleted = await pruneDeleted(sql, CHUNK);
  const deliveries = await pruneDeliveries(sql, before, CHUNK);
  // The event goes after its deliveries, which show it.
  const events = deliveries < CHUNK ? await pruneEvents(sql, before, CHUNK) : 0;
  const departures = await pruneDepartures(sql, before, CHUNK);
  return Math.max(deleted, deliveries, events, departures) === CHUNK;
};

/**
 * Removes what is older than 30 days, and what is left of deleted webhooks, in chunks. That a contact is gone is known as
 * long as an event about it could be sent.
 */
export const createPruner = ({
  store,
  clock,
  log,
}: Pick<Deps, 'clock' | 'log'> & { store: Pick<Deps['store'], 'sql'> }): Worker =>
  createWorker({
    name: 'webhook deliveries',
    interval: WATCHED_REST_MS,
    log,
    round: () => removesAny(store.sql, new Date(clock().getTime() - RETENTION_MS)),
  });

/** Has a lookout look for webhooks of which rows are left. */
export const watchDeleted = (lookout: Pick<Lookout, 'watch'>, { wake }: Pick<Worker, 'wake'>): void =>
  lookout.watch({ name: 'deleted webhooks', due: DELETED_DUE, every: DELETED_EVERY, wake });
