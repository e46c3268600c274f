import { defineJob } from '@parley/jobs';
import type { Deps } from '../deps';
import { KEPT_MS } from './read-stream';
import { type StreamName, trimLong, trimOld } from './stream.store';

const BATCH = 5_000;
const STREAMS = 500;

const BEFORE_ALL: StreamName = { projectId: '', contactId: '' };

/** Removes events that no reader gets any more. */
export const trimStreamsJob = defineJob<Record<string, never>>({ name: 'old stream events', every: 300_000 });

/** Those older than 24 h, and all but the newest 1,000 of a stream. */
export const trimStreams = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const before = new Date(clock().getTime() - KEPT_MS);
  while ((await trimOld(db, before, BATCH)) === BATCH);
  let after: StreamName | undefined = BEFORE_ALL;
  while (after) after = await trimLong(db, { after, streams: STREAMS });
};
