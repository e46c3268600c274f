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
  await noteSeen(
    db,
    seen.map(({ projectId, userId, at }) => ({ projectId, userId, at: at ?? now })),
  );
  return {};
};
