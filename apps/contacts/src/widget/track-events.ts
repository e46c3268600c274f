import { projectScope } from '@parley/auth';
import {
  type TrackEventsRequest,
  type TrackEventsResponse,
} from '@parley/proto/generated/parley/contacts/v1/widget_service';
import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { readEvents } from '../tracking/contact-event';
import { recordEvents } from '../tracking/record-events';
import { demandSvcId, invalidSession } from './widget-caller';

/** Tracks what a widget's contact did. 401 `invalid_session` when the contact is gone. */
export const trackEvents = async (
  deps: Deps,
  { events }: TrackEventsRequest,
  context: CallContext,
): Promise<TrackEventsResponse> => {
  const { projectId } = projectScope(context.scope);
  const who = { projectId, svcId: demandSvcId(context.scope) };
  if (!(await recordEvents(deps, who, readEvents(events, deps.clock()), context))) throw invalidSession();
  return { success: true };
};
