import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import type {
  CountUnreadRequest,
  CountUnreadResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_directory_service';
import type { Deps } from '../deps';
import { countUnreadByTicket } from './read-state.store';

const MAX_IDS = 500;

/** Counts the unread messages of tickets. 400 for more than 500 ids. */
export const countUnread = async (
  { db }: Pick<Deps, 'db'>,
  { ticketIds }: CountUnreadRequest,
  context: CallContext,
): Promise<CountUnreadResponse> => {
  const { projectId } = projectScope(context.scope);
  if (ticketIds.length > MAX_IDS)
    throw invalid({ field: 'ticketIds', message: `takes at most ${MAX_IDS} ids` });
  return { counts: await countUnreadByTicket(db, projectId, ticketIds) };
};
