import type { Sql } from '@parley/persistence';
import type { StreamEvent } from '@parley/proto/generated/parley/s2s/v1/stream_service';
import { eventsAfter, KEPT_EVENTS, type StreamEventRow, type StreamName } from './stream.store';

/** Milliseconds that an event is kept. */
export const KEPT_MS = 24 * 3_600_000;
/** Bytes of events from which on an answer takes no further one; the reader asks again. */
const MAX_BYTES = 4_194_304;

const presentEvent = ({ seq, name, data, at }: StreamEventRow): StreamEvent => ({
  seq,
  event: name,
  data: data as Record<string, unknown>,
  at: at.toISOString(),
});

/** A page for a reader. */
export interface StreamPage {
  events: StreamEvent[];
  /** The latest number. */
  seq: number;
  /** Whether events are missing that cannot be read any more; there are no events then. */
  resync: boolean;
}

/**
 * What came after a number: at most `limit` events, 1 to 1,000, and no more after 4 MB of them. More than 1,000 missed, one older than 24 h among them, or a number that
 * the stream has not reached: `resync`.
 */
export const readStream = async (
  sql: Sql,
  stream: StreamName,
  { after, limit, now }: { after: number; limit: number; now: Date },
): Promise<StreamPage> => {
  const most = Math.min(Math.max(limit, 1), KEPT_EVENTS);
  const page = { after, limit: most, bytes: MAX_BYTES };
  const { head: seq, events: rows } = await eventsAfter(sql, stream, page);
  const [first] = rows;
  const isGone =
    after > seq ||
    seq - after > KEPT_EVENTS ||
    (seq > after && first?.seq !== after + 1) ||
    (first !== undefined && now.getTime() - first.at.getTime() > KEPT_MS);
  return isGone ? { events: [], seq, resync: true } : { events: rows.map(presentEvent), seq, resync: false };
};
