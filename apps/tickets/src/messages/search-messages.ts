import { projectScope } from '@parley/auth';
import { invalidQuery } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  SearchMessagesRequest,
  SearchMessagesResponse,
} from '@parley/proto/generated/parley/tickets/v1/messages_service';
import type { Deps } from '../deps';
import { messageViews } from './message.view';
import { findShowable } from './search-documents.store';

/** Most hits, and how many there are when none is named. */
export const MAX_HITS = 30;

/** Messages by relevance; all words must be found. The documents are those of the database, in the order of the hits. */
export const searchMessages = async (
  { db, messageSearch }: Pick<Deps, 'db' | 'messageSearch'>,
  { searchTerm, limit, fields }: SearchMessagesRequest,
  context: CallContext,
): Promise<SearchMessagesResponse> => {
  const { projectId } = projectScope(context.scope);
  const query = searchTerm.trim();
  if (query === '') throw invalidQuery('searchTerm', 'Give something to look for.');
  const most = limit > 0 ? Math.min(limit, MAX_HITS) : MAX_HITS;
  const withHighlight = fields.length === 0 || fields.includes('highlight');
  const { hits } = await messageSearch.search({
    projectId,
    query,
    limit: most,
    match: 'all',
    ...(!withHighlight && { snippetCharacters: 0 }),
  });
  const view = messageViews.of(fields);
  const ids = hits.map(({ id }) => id);
  const rows = ids.length > 0 ? await findShowable(db, projectId, ids, view) : [];
  const found = new Map(rows.map((row) => [row.id, row]));
  return {
    hits: hits.flatMap(({ id, score, highlight }) => {
      const row = found.get(id);
      return row ? [{ message: view.present(row), score, highlight }] : [];
    }),
  };
};
