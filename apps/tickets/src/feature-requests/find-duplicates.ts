import { projectScope } from '@parley/auth';
import { unavailable } from '@parley/errors';
import { addJob, defineJob, type Doer } from '@parley/jobs';
import { type CallContext, systemContext } from '@parley/rpc';
import type {
  DuplicateGroup,
  FindDuplicatesRequest,
  FindDuplicatesResponse,
} from '@parley/proto/generated/parley/tickets/v1/feature_requests_service';
import type { Deps } from '../deps';
import { listedRequests, listMostWanted } from './request-text.store';
import { getScan, type Group, insertScan, SCAN } from './scan.store';

/** Scans the feature requests of a project for duplicates. */
export const scanJob = defineJob<object>({ name: SCAN, concurrency: 4 });

/** Most feature requests of a scan, the newest. Source: service document, Limits. */
const MAX_SCANNED = 2_000;
/** Milliseconds that a scan may take: as long as a model may need for that many texts. */
const SCAN_MS = 600_000;
/** Milliseconds that groups are cached. */
const CACHE_MS = 24 * 3_600_000;
/** Milliseconds between two polls of a scan that another process does. */
const POLL_MS = 200;

/** Groups of duplicate feature requests: those of the latest scan, or with `force` of one that ends now. */
export const findDuplicates = async (
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { force }: FindDuplicatesRequest,
  context: CallContext,
): Promise<FindDuplicatesResponse> => {
  const { projectId } = projectScope(context.scope);
  if (force) await scanOnce(deps, projectId, context.signal);
  const { scannedAt, groups } = await getScan(deps.db, projectId);
  const age = scannedAt ? deps.clock().getTime() - scannedAt.getTime() : Infinity;
  return { groups: age > CACHE_MS ? [] : await stillListed(deps, projectId, groups) };
};

/** Scans, or waits for the scan that runs: its groups are as fresh as this call could ask for. */
const scanOnce = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  projectId: string,
  signal: AbortSignal,
): Promise<void> => {
  const place = { projectId, key: '' };
  let scan = await getScan(db, projectId);
  // After three deaths only an operator adds it again.
  if (!scan.isRunning && scan.job !== 'dead') await addJob(db, scanJob, {}, { ...place, now: clock() });
  do {
    await jobs.attempted(scanJob, place, POLL_MS);
    signal.throwIfAborted();
    scan = await getScan(db, projectId);
  } while (scan.isRunning);
  if (scan.job !== null) throw unavailable('The scan for duplicates failed.');
};

/** The groups without tickets that were merged, deleted or taken off the lists since the scan, with present titles. */
const stillListed = async (
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  groups: readonly Group[],
): Promise<DuplicateGroup[]> => {
  const ids = groups.flatMap(({ ticketIds }) => ticketIds);
  const listed = ids.length > 0 ? await listedRequests(db, projectId, ids) : new Map<string, string>();
  return groups
    .map(({ similarity, ticketIds }) => ({ similarity, ticketIds: ticketIds.filter((id) => listed.has(id)) }))
    .filter(({ ticketIds }) => ticketIds.length > 1)
    .map((group) => ({ ...group, title: listed.get(group.ticketIds[0] ?? '') ?? '' }));
};

/** Runs a scan and stores its groups. */
export const createScanner = (deps: Pick<Deps, 'db' | 'comparison' | 'clock'>): Doer<object> => ({
  handle: async (_payload, { projectId, signal }) => {
    const scannedAt = deps.clock();
    const ticketIds = await listMostWanted(deps.db, projectId, MAX_SCANNED);
    const context = { ...systemContext(SCAN, { projectId }), deadline: Date.now() + SCAN_MS, signal };
    const { groups } = await deps.comparison.groupTickets({ ticketIds }, context);
    await insertScan(deps.db, projectId, { groups, scannedAt });
  },
});
