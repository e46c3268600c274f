import { projectScope } from '@parley/auth';
import { compilePage } from '@parley/persistence';
import {
  type ListContactEventsRequest,
  type ListContactEventsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_events_service';
import { type CallContext } from '@parley/rpc';
import { contactNotFound } from '../contacts/contact.errors';
import { contactExists } from '../contacts/contact.store';
import { type Deps } from '../deps';
import { presentLabelled } from './contact-event.present';
import { findEvents } from './contact-event.store';

export const DEFAULT_LIMIT = 5;
export const MAX_LIMIT = 300;

/** A contact's events, the newest first. 404 `session_not_found`. */
export const listContactEvents = async (
  { db }: Pick<Deps, 'db'>,
  { sessionId, limit }: ListContactEventsRequest,
  context: CallContext,
): Promise<ListContactEventsResponse> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage({ limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  if (!(await contactExists(db, projectId, sessionId))) throw contactNotFound();
  return { events: (await findEvents(db, projectId, sessionId, page.limit)).map(presentLabelled) };
};
