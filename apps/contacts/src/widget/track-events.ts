import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { unauthenticated } from '@parley/errors';
import type {
  TrackEventsRequest,
  TrackEventsResponse,
} from '@parley/proto/generated/parley/contacts/v1/widget_service';
import type { Deps } from '../deps';
import { readEvents, recordEvents } from '../tracking';
import { demandSvcId } from './widget-caller';

/** Tracks events of a widget's contact. 401 `invalid_session` when the contact is deleted, 403 `contact_blocked`. */
export const trackEvents = async (
  deps: Deps,
  { events }: TrackEventsRequest,
  context: OnceContext<TrackEventsResponse>,
): Promise<TrackEventsResponse> => {
  const { projectId } = projectScope(context.scope);
  const who = { projectId, svcId: demandSvcId(context.scope) };
  const response = { success: true };
  const isThere = await recordEvents(deps, who, readEvents(events, deps.clock()), {
    context,
    recordTo: (tx) => context.record(tx, response),
  });
  if (!isThere) throw unauthenticated('INVALID_SESSION');
  return response;
};
