import type {
  CountOnlineRequest,
  CountOnlineResponse,
} from '@parley/proto/generated/parley/statistics/v1/presence_service';
import type { Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { onlinePeople } from './online';

/** Counts who is online in a project. */
export const countOnline = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { projectId }: CountOnlineRequest,
): Promise<Partially<CountOnlineResponse>> => ({ count: (await onlinePeople(deps, projectId)).length });
