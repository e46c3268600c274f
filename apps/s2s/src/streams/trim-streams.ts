import { defineJob } from '@parley/jobs';
import { type Deps } from '../deps';
import { gone } from '../gone';
import { KEPT_MS } from './read-stream';
import { type StreamName, trimLong, trimOld } from './stream.store';

/** Milliseconds after which no event of a contact that is gone is under way any more: handled events are remembered as long. */
const GONE_MS = 7 * 24 * 3_600_000;
const BATCH = 5_000;
const STREAMS = 500;

const BEFORE_ALL: StreamName = { projectId: '', contactId: '' };

/** Removes events that no reader gets any more. */
export const trimStreamsJob = defineJob<Record<string, never>>({ name: 'old stream events', every: 300_000 });

/** Those older than 24 h, and all but the newest 1,000 of a stream. */
export const trimStreams = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const ago = (ms: number): Date => new Date(clock().getTime() - ms);
  while ((await trimOld(db, ago(KEPT_MS), BATCH)) === BATCH);
  while ((await gone.forget(db, ago(GONE_MS), BATCH)) === BATCH);
  let after: StreamName | undefined = BEFORE_ALL;
  while (after) after = await trimLong(db, { after, streams: STREAMS });
};
