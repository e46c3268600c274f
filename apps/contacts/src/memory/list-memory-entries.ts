import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compilePage, compileSort, type SortFields } from '@parley/persistence';
import type {
  ListMemoryEntriesRequest,
  ListMemoryEntriesResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { MAX_ENTRIES } from './memory-entry';
import { presentSummary } from './memory.present';
import { listEntries, ownerExists } from './memory.store';

/** Names are what identifies entries. */
const entrySortable: SortFields = {
  id: 'name',
  name: 'name',
  description: { sql: 'description', nullsLast: true },
  actor: 'actor',
  actorUserId: { sql: 'actor_user_id', nullsLast: true },
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** The entries of a contact without their content, most recently written first unless asked for another order. 404 `session_not_found`. */
export const listMemoryEntries = async (
  { db }: Pick<Deps, 'db'>,
  { sessionId, sort, ...query }: ListMemoryEntriesRequest,
  context: CallContext,
): Promise<ListMemoryEntriesResponse> => {
  const { projectId } = projectScope(context.scope);
  const owner = { projectId, contactId: sessionId };
  const page = compilePage(query, { default: MAX_ENTRIES, max: MAX_ENTRIES });
  const orderBy = compileSort(sort, entrySortable, '-updatedAt');
  if (!(await ownerExists(db, owner))) throw notFound('session');
  return { entries: (await listEntries(db, owner, { ...page, orderBy })).map(presentSummary) };
};
