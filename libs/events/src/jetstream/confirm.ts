import { deleteDelivered, type Floor, publishedState } from '../outbox.store';
import { subjectPattern } from '../subjects';
import { inUse } from '../topology';
import { inspectStream, listDurables } from './inspect';
import { type NatsSession } from './link';
import { type RelayDeps } from './relay';
import { ensureTopology, streamName, wireSubject } from './streams';

/**
 * Removes what every durable has acknowledged from the outbox, then from the stream, and repairs what is missing.
 * Durables that the topology does not know count too: a newer release of a consumer may have created them.
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
  // After the floors, so that a stream that was replaced or emptied meanwhile is noticed before they are believed.
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
  const upTo = left.lowest === null ? view.lastSeq : left.lowest - 1;
  if (view.messages > 0 && view.firstSeq <= upTo) {
    await session.jsm.streams.purge(streamName(place, service), { seq: upTo + 1 });
  }
  return { undelivered: left.count > 0 };
};
