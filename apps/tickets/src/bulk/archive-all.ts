import type {
  ArchiveAllTicketsRequest,
  ArchiveAllTicketsResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { bulkUpdateTickets } from './bulk-update';

/** Most tickets of one call. */
export const MAX_ARCHIVED = 1_000;

/** Archives tickets of a type and status. A lane has no archived tickets, so that the next call takes the next ones. */
export const archiveAllTickets = async (
  deps: Deps,
  { type, status, filter }: ArchiveAllTicketsRequest,
  context: CallContext,
): Promise<ArchiveAllTicketsResponse> => {
  const query = { ...filter, type, status, archived: false, ignoreArchived: true };
  const selection = { ids: [], query, limit: MAX_ARCHIVED };
  const { updated } = await bulkUpdateTickets(deps, { action: 'archive', selection, nulls: [] }, context);
  return { archived: updated };
};
