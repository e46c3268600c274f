import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { runTransaction } from '@parley/persistence';
import type {
  TrackContactEventsRequest,
  TrackContactEventsResponse,
  UntrackedEvent,
} from '@parley/proto/generated/parley/contacts/v1/server_contacts_service';
import { TrackedEvent } from '@parley/proto/generated/parley/contacts/v1/widget_service';
import type { Deps } from '../deps';
import { type ContactEventRow, findLatest, lastPageView, readEvents } from './contact-event';
import { lockByUserIds, noteActivity } from './contact-event.store';
import { addEvents } from './record-events';

/**
 * Tracks events of contacts by their `userId`, all in one transaction. Those of unknown and blocked contacts are answered and stop
 * no others. 413 for an event with too much data: then none is tracked.
 */
export const trackContactEvents = async (
  deps: Deps,
  { events: sent }: TrackContactEventsRequest,
  context: OnceContext<TrackContactEventsResponse>,
): Promise<TrackContactEventsResponse> => {
  const { projectId } = projectScope(context.scope);
  const rows = readEvents(
    sent.map(({ name, date, data }) => TrackedEvent.fromPartial({ name, date, data })),
    deps.clock(),
  );
  const byUser = new Map<string, ContactEventRow[]>();
  sent.forEach(({ userId }, index) => {
    const events = byUser.get(userId) ?? [];
    events.push(rows[index] as ContactEventRow);
    byUser.set(userId, events);
  });
  const response = await runTransaction(deps.db, async (tx) => {
    const contacts = await lockByUserIds(tx, projectId, [...byUser.keys()]);
    for (const { id, svcId, userId, blocked } of contacts) {
      const events = byUser.get(userId) ?? [];
      if (blocked) continue;
      await noteActivity(tx, projectId, svcId, { at: findLatest(events), page: lastPageView(events) });
      await addEvents(tx, { projectId, id }, events, context);
    }
    const known = new Map(contacts.map(({ userId, blocked }) => [userId, blocked]));
    const failed = sent.flatMap(({ userId }, index): UntrackedEvent[] => {
      const isBlocked = known.get(userId);
      if (isBlocked === false) return [];
      return [{ index, userId, code: isBlocked ? 'contact_blocked' : 'session_not_found' }];
    });
    const answer = { tracked: sent.length - failed.length, failed };
    await context.record(tx, answer);
    return answer;
  });
  deps.wakeEvents();
  return response;
};
