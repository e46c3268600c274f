import { projectScope } from '@parley/auth';
import { runTransaction, type Sql } from '@parley/persistence';
import type {
  MergeGuestsRequest,
  MergeGuestsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import type { CallContext } from '@parley/rpc';
import { type ContactRow, lockContact } from '../contacts';
import { type Origin, makeOrigin } from '../saving';
import type { Deps } from '../deps';
import { patience } from '../patience';
import { mergeGuest } from './merge-guest';
import type { Merge } from './merge.store';
import { mergeJob } from './move-tickets';

/** Milliseconds that the caller waits for the tickets of a guest to move; those of many move after the answer. */
const WAIT_MS = 5_000;

/** Locks contacts in the order of their ids; answers them as asked. */
const lockAll = async (tx: Sql, projectId: string, ids: readonly string[]): Promise<ContactRow[]> => {
  const rows = new Map<string, ContactRow>();
  for (const id of [...ids].sort()) {
    const row = await lockContact(tx, projectId, id);
    if (row) rows.set(id, row);
  }
  return ids.flatMap((id) => rows.get(id) ?? []);
};

const mergeAll = async (tx: Sql, ids: readonly string[], origin: Origin): Promise<Merge[]> => {
  const { projectId } = origin.scope;
  const rows = await lockAll(tx, projectId, ids);
  const known = rows[0]?.id === ids[0] && rows[0]?.userId !== null ? rows[0] : undefined;
  let heir = known ?? rows.find(({ userId }) => userId !== null) ?? rows[0];
  const merges: Merge[] = [];
  for (const guest of rows) {
    if (!heir || guest.id === heir.id || guest.userId !== null) continue;
    heir = await mergeGuest(tx, guest, heir, {}, origin);
    merges.push({ projectId, sourceId: guest.id, targetId: heir.id });
  }
  return merges;
};

/** Makes guests part of `into`, or of the first other with a user id where `into` is a guest too, with their tickets. */
export const mergeGuests = async (
  deps: Deps,
  { into, ids }: MergeGuestsRequest,
  context: CallContext,
): Promise<MergeGuestsResponse> => {
  projectScope(context.scope);
  const origin = makeOrigin(context, 'update', deps.clock());
  const merges = await runTransaction(deps.db, (tx) => mergeAll(tx, [...new Set([into, ...ids])], origin));
  deps.wakeEvents();
  for (const { projectId, sourceId: key } of merges)
    await deps.jobs.attempted(mergeJob, { projectId, key }, patience(context, WAIT_MS));
  return { merged: merges.length };
};
