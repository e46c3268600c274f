import { projectScope } from '@parley/auth';
import { newId } from '@parley/persistence';
import { type CallContext } from '@parley/rpc';
import {
  type FindDuplicatesRequest,
  type FindDuplicatesResponse,
} from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Deps } from '../deps';
import { type Group } from './group-duplicates';
import { listedRequests } from './request-text.store';
import { scanDuplicates } from './scan-duplicates';
import { beginScan, dropScan, endScan, getScan, renewScan } from './scan.store';

/** Milliseconds that groups are cached. */
const CACHE_MS = 24 * 3_600_000;
const RENEW_MS = 5_000;
const POLL_MS = 200;

type Needed = Pick<Deps, 'db' | 'ai' | 'clock' | 'log'>;

/** The groups without tickets that were merged, deleted or taken off the lists since the scan. */
const stillListed = async ({ db }: Needed, projectId: string, groups: readonly Group[]): Promise<Group[]> => {
  const ids = groups.flatMap(({ ticketIds }) => ticketIds);
  const listed = ids.length > 0 ? await listedRequests(db, projectId, ids) : new Set<string>();
  return groups
    .map((group) => ({ ...group, ticketIds: group.ticketIds.filter((id) => listed.has(id)) }))
    .filter(({ ticketIds }) => ticketIds.length > 1);
};

const runScan = async (
  deps: Needed,
  projectId: string,
  runner: string,
  signal: AbortSignal,
): Promise<void> => {
  const { db, log } = deps;
  const scannedAt = deps.clock();
  const heart = setInterval(() => {
    renewScan(db, projectId, runner).catch((error: unknown) => {
      log.warn({ err: error }, 'A scan for duplicates could not renew its lease');
    });
  }, RENEW_MS);
  try {
    const groups = await scanDuplicates(deps, projectId, signal);
    await endScan(db, projectId, runner, { groups, scannedAt });
  } catch (error) {
    await dropScan(db, projectId, runner);
    throw error;
  } finally {
    clearInterval(heart);
  }
};

/** Scans, or waits for the scan that runs: its groups are as fresh as this call could ask for. */
const scanOnce = async (deps: Needed, projectId: string, signal: AbortSignal): Promise<void> => {
  const runner = newId();
  for (;;) {
    const before = (await getScan(deps.db, projectId))?.scannedAt?.getTime();
    if (await beginScan(deps.db, projectId, runner)) return runScan(deps, projectId, runner, signal);
    let current = await getScan(deps.db, projectId);
    while (current?.isRunning) {
      await sleep(POLL_MS, undefined, { signal });
      current = await getScan(deps.db, projectId);
    }
    if (current?.scannedAt && current.scannedAt.getTime() !== before) return;
  }
};

/** Groups of duplicate feature requests: those of the latest scan, or with `force` of one that ends now. */
export const findDuplicates = async (
  deps: Needed,
  { force }: FindDuplicatesRequest,
  context: CallContext,
): Promise<FindDuplicatesResponse> => {
  const { projectId } = projectScope(context.scope);
  if (force) await scanOnce(deps, projectId, context.signal);
  const scan = await getScan(deps.db, projectId);
  const age = scan?.scannedAt ? deps.clock().getTime() - scan.scannedAt.getTime() : Infinity;
  if (!scan || age > CACHE_MS) return { groups: [] };
  return { groups: await stillListed(deps, projectId, scan.groups) };
};
