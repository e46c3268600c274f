import { JetStreamApiError } from '@nats-io/jetstream';
import { deleteDelivered, type Floor, publishedState } from '../outbox.store';
import { subjectPattern } from '../subjects';
import { inUse } from '../topology';
import { inspectStream, listDurables } from './inspect';
import type { NatsSession } from './link';
import type { RelayDeps, StreamView } from './relay';
import { ensureTopology, streamName, wireSubject } from './streams';

/** Most messages that one look removes from a stream while others behind them are undelivered. */
const MAX_REMOVED = 500;

/**
 * Removes from the stream what comes before `lowest`, the first that is undelivered; everything when nothing is. Only a
 * stream that is delivered whole is purged: a server of version 2.9 forgets at every purge which messages its durables
 * still owe, and takes them for acknowledged with the next one that is.
 */
const removeDelivered = async (
  { jsm }: NatsSession,
  stream: string,
  { firstSeq, lastSeq }: StreamView,
  lowest: number | null,
): Promise<void> => {
  if (lowest === null) {
    await jsm.streams.purge(stream, { seq: lastSeq + 1 });
    return;
  }
  const count = Math.min(lowest - firstSeq, MAX_REMOVED);
  await Promise.all(
    Array.from({ length: Math.max(count, 0) }, (_, index) =>
      // One that is gone already is no failure.
      jsm.streams.deleteMessage(stream, firstSeq + index, false).catch((error: unknown) => {
        if (!(error instanceof JetStreamApiError)) throw error;
      }),
    ),
  );
};

/**
 * Removes events that every durable has acknowledged from the outbox, then from the stream, and repairs missing streams and
 * durables. Durables that the topology does not know count too: a newer release of a consumer may have created them.
 */
export const confirmDelivered = async (
  deps: RelayDeps,
  session: NatsSession,
): Promise<{ undelivered: boolean; resend?: string }> => {
  const { db, place, service, topology } = deps;
  const own = inUse(topology).filter(({ stream }) => stream === service);
  const durables = await listDurables(deps, session);
  const missing = own.filter(({ durable }) => !durables.some(({ name }) => name === durable));
  if (missing.length > 0) {
    deps.log.warn(
      { durables: missing.map(({ durable }) => durable) },
      'durables are missing and are created anew',
    );
    await ensureTopology(session.jsm, place, service, topology);
  }
  // After the floors, so that a stream that was replaced or emptied in the meantime is noticed before the floors are used.
  const { view, resend } = await inspectStream(deps, session);
  if (resend) return { undelivered: true, resend };

  const floors: Floor[] = missing.flatMap(({ subjects }) =>
    subjects.map((subject) => ({ pattern: subjectPattern(subject), floor: 0 })),
  );
  for (const { name, filter, floor } of durables) {
    const known = own.find(({ durable }) => durable === name);
    const wire = filter === undefined ? '>' : filter.slice(wireSubject(place, '').length);
    for (const subject of known?.subjects ?? [wire]) floors.push({ pattern: subjectPattern(subject), floor });
  }
  await deleteDelivered(db, view.epoch, floors);

  const left = await publishedState(db, view.epoch);
  if (view.messages > 0) await removeDelivered(session, streamName(place, service), view, left.lowest);
  return { undelivered: left.count > 0 };
};
