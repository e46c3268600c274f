import { newId } from '@parley/persistence';
import { publishedState, resetPublished } from '../outbox.store';
import type { NatsSession } from './link';
import type { RelayDeps, StreamView } from './relay';
import { readAckFloor, ensureTopology, streamName } from './streams';

/** The state of the stream. `resend` is set when it lost events: those are unpublished again, to be sent under new ids. */
export interface Inspection {
  view: StreamView;
  resend?: string;
}

/**
 * Compares the stream with the outbox. JetStream acknowledges before its data is safe on disk, so a crash can lose acknowledged
 * events. The outbox then sends everything undelivered again, in order.
 */
export const inspectStream = async (
  deps: Pick<RelayDeps, 'db' | 'place' | 'service' | 'log'>,
  { jsm }: Pick<NatsSession, 'jsm'>,
): Promise<Inspection> => {
  const stream = streamName(deps.place, deps.service);
  const { created, state } = await jsm.streams.info(stream);
  const view = {
    epoch: created,
    lastSeq: state.last_seq,
    firstSeq: state.first_seq,
    messages: state.messages,
  };
  const published = await publishedState(deps.db, created);
  const lost =
    published.stale > 0 ||
    (published.highest !== null && published.highest > view.lastSeq) ||
    (published.lowest !== null && published.lowest < view.firstSeq);
  if (!lost) return { view };
  await resetPublished(deps.db);
  deps.log.warn({ stream, published, view }, 'the stream lost events, sending the undelivered ones again');
  return { view, resend: newId() };
};

/** A durable of the service's stream, as the server has it. */
export interface Durable {
  name: string;
  /** The one subject it gets; undefined when it gets all. */
  filter: string | undefined;
  /** Up to which place of the stream it has acknowledged everything. */
  floor: number;
}

/** Every durable of the service's stream. */
export const listDurables = async (
  { place, service }: Pick<RelayDeps, 'place' | 'service'>,
  { jsm }: Pick<NatsSession, 'jsm'>,
): Promise<Durable[]> => {
  const all: Durable[] = [];
  for await (const info of jsm.consumers.list(streamName(place, service))) {
    all.push({ name: info.name, filter: info.config.filter_subject, floor: readAckFloor(info) });
  }
  return all;
};

/**
 * Recreates durables that are ahead of their stream. After a crash a durable may remember more than the stream kept, and
 * would take the next events for acknowledged.
 */
export const repairDurables = async (
  deps: RelayDeps,
  session: NatsSession,
  view: StreamView,
): Promise<void> => {
  const { place, service, topology, log } = deps;
  const ahead = (await listDurables(deps, session)).filter(({ floor }) => floor > view.lastSeq);
  for (const { name } of ahead) {
    log.warn(
      { durable: name, lastSeq: view.lastSeq },
      'a durable is ahead of its stream and is created anew',
    );
    await session.jsm.consumers.delete(streamName(place, service), name);
  }
  if (ahead.length > 0) await ensureTopology(session.jsm, place, service, topology);
};
