import type {
  ReportWindowsRequest,
  ReportWindowsResponse,
} from '@parley/proto/generated/parley/workspace/v1/windows_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { appendChanges } from './append-changes';
import { changeAvailability, keepWindows } from './window.store';

/** Longest time between two reports of an open window, in milliseconds. */
const RENEW_MS = 60_000;

/** Reports that are missed before a person with an open window counts as away. */
const MISSED = 4;

/** Keeps people available who have a window open, or closed one just now; those who were away by their windows are available again. */
export const reportWindows = async (
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'events'>,
  { userIds }: ReportWindowsRequest,
  context: CallContext,
): Promise<ReportWindowsResponse> => {
  const now = deps.clock();
  const awayMs = deps.config.awayAfterSeconds * 1_000;
  const changed = await deps.db.transaction(async (tx) => {
    await keepWindows(tx, userIds, new Date(now.getTime() + awayMs));
    const people = await changeAvailability(tx, userIds, true, now);
    await appendChanges(deps, tx, people, context);
    return people.length;
  });
  if (changed > 0) deps.events.wake();
  return { renewAfterMs: Math.min(RENEW_MS, Math.floor(awayMs / (MISSED + 1))) };
};
