import type { Lookout, Worker } from '@parley/runtime';
import type { Deps } from '../deps';
import { createIndexing, INDEXING_DUE } from '../indexing';
import { onMarked } from '../marks';
import { articleSource, createSourceReader, sourcesDue } from '../sources';
import { ticketSource } from '../tickets';

/** Milliseconds between two polls for changes of other processes. */
const INTERVAL = 2_500;
/** Messages of a ticket come in bursts, and each requires reading all of it: those within so many milliseconds share that. */
const TICKET_REST = 1_000;
/** What reading tickets may take of the time while many change. */
const TICKET_SHARE = 0.2;

/** The workers through marks: what else is done later is a job. */
export const createWorkers = (deps: Deps, lookout: Lookout): Worker[] => {
  const { log } = deps;
  const indexing = lookout.worker({
    name: 'indexing of documents',
    due: INDEXING_DUE,
    interval: INTERVAL,
    log,
    round: createIndexing(deps),
  });
  const articles = lookout.worker({
    name: 'reading of articles',
    due: sourcesDue('article'),
    interval: INTERVAL,
    log,
    round: createSourceReader(deps, articleSource(deps)),
  });
  const tickets = lookout.worker({
    name: 'reading of tickets',
    due: sourcesDue('ticket'),
    interval: INTERVAL,
    rest: TICKET_REST,
    share: TICKET_SHARE,
    log,
    round: createSourceReader(deps, ticketSource(deps)),
  });
  onMarked('documents', indexing.wake);
  onMarked('sources', () => {
    articles.wake();
    tickets.wake();
  });
  return [indexing, articles, tickets];
};
