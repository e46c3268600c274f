import type {
  ReportPresenceRequest,
  ReportPresenceResponse,
} from '@parley/proto/generated/parley/statistics/v1/presence_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { noteSeen } from '../names';

/** Notes when people were heard of. */
export const reportPresence = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { seen }: ReportPresenceRequest,
): Promise<Partially<ReportPresenceResponse>> => {
  const now = clock().toISOString();
  const reports = seen.map(({ projectId, userId, at }) => ({ projectId, userId, at: at ?? now }));
  const noted = new Set((await noteSeen(db, reports)).map(toKey));
  return { ignored: reports.filter((report) => !noted.has(toKey(report))) };
};

const toKey = ({ projectId, userId }: { projectId: string; userId: string }): string =>
  `${projectId} ${userId}`;
