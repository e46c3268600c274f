import { projectScope } from '@parley/auth';
import { invalid } from '@parley/errors';
import type {
  GetTicketReferencesRequest,
  GetTicketReferencesResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_directory_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findTicketReferences } from './ticket-reference.store';

/** Most tickets of one question. */
const MAX_IDS = 500;

/** Those of the tickets that are in the project, each with the contact that may see it. */
export const getTicketReferences = async (
  { db }: Pick<Deps, 'db'>,
  { ids }: GetTicketReferencesRequest,
  { scope }: CallContext,
): Promise<Partially<GetTicketReferencesResponse>> => {
  if (ids.length > MAX_IDS) throw invalid({ field: 'ids', message: `must have at most ${MAX_IDS} elements` });
  const rows = await findTicketReferences(db, projectScope(scope).projectId, ids);
  return { tickets: rows.map(({ id, openTo }) => ({ id, openTo: openTo ?? undefined })) };
};
