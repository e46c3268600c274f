import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import type {
  GetAudienceContactsRequest,
  GetAudienceContactsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_audience_service';
import type { CallContext } from '@parley/rpc';
import { presentContact } from '../contacts';
import type { Deps } from '../deps';
import { findCountedContacts } from './audience.store';

/** Most contacts of one request. */
export const MAX_CONTACTS = 200;
/** Most events that one request counts. */
export const MAX_EVENTS = 500;

/** Contacts with all their fields and their numbers of events. 400 for more than 200 ids or 500 events. */
export const getAudienceContacts = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { ids, svcId, events }: GetAudienceContactsRequest,
  context: CallContext,
): Promise<GetAudienceContactsResponse> => {
  if (ids.length > MAX_CONTACTS)
    throw invalid({ field: 'ids', message: `takes at most ${MAX_CONTACTS} ids` });
  if (events.length > MAX_EVENTS)
    throw invalid({ field: 'events', message: `takes at most ${MAX_EVENTS} events` });
  const { projectId } = projectScope(context.scope);
  const which = svcId === undefined ? { ids } : { svcId };
  const rows = await findCountedContacts(db, projectId, which, { queries: events, at: clock() });
  return {
    contacts: rows.map(({ eventCounts, ...row }) => ({ contact: presentContact(row), eventCounts })),
  };
};
