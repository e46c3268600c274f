import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compilePage, compileSort, type SortFields } from '@parley/persistence';
import type {
  ListContactEventsRequest,
  ListContactEventsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import type { CallContext } from '@parley/rpc';
import { contactExists } from '../contacts';
import type { Deps } from '../deps';
import { presentEvent } from './contact-event.present';
import { findEvents } from './contact-event.store';

export const DEFAULT_LIMIT = 5;
export const MAX_LIMIT = 300;

const eventSortable: SortFields = {
  id: 'id',
  name: 'name',
  date: 'date',
  outbound: { sql: 'outbound', nullsLast: true },
  createdAt: 'date',
};

/** A contact's events, the newest first unless asked for another order. 404 `session_not_found`. */
export const listContactEvents = async (
  { db }: Pick<Deps, 'db'>,
  { sessionId, sort, ...query }: ListContactEventsRequest,
  context: CallContext,
): Promise<ListContactEventsResponse> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage(query, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, eventSortable, '-date');
  if (!(await contactExists(db, projectId, sessionId))) throw notFound('session');
  return { events: (await findEvents(db, projectId, sessionId, { ...page, orderBy })).map(presentEvent) };
};
