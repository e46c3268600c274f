import { notFound } from '@parley/errors';
import type {
  TrackConsumerEventsRequest,
  TrackConsumerEventsResponse,
} from '@parley/proto/generated/parley/s2s/v1/s2s_contacts_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { asContact, requireConsumer } from './consumer';

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'reason' in error && error.reason === 'INVALID_SESSION';

/** Tracks events of a contact. 404 `contact_not_found`; an invalid event stores nothing. */
export const trackConsumerEvents = async (
  deps: Deps,
  { consumerId, events }: TrackConsumerEventsRequest,
  context: CallContext,
): Promise<TrackConsumerEventsResponse> => {
  const contact = await requireConsumer(deps, consumerId, context);
  try {
    await deps.widgets.trackEvents({ events }, asContact(context, contact));
  } catch (error) {
    if (isGone(error)) throw notFound('contact');
    throw error;
  }
  return { success: true };
};
