import type { CallContext } from '@parley/rpc';
import type {
  ListMessageTemplatesRequest,
  ListMessageTemplatesResponse,
} from '@parley/proto/generated/parley/tickets/v1/message_templates_service';
import type { Deps } from '../deps';
import { presentTemplate } from './template.present';
import { readSearch } from './template.search';
import { countTemplates, findTemplates, type TemplateQuery } from './template.store';
import { loadViewer } from './viewer';

const PUBLIC = 'public';

/** The templates that the caller sees, by their position unless asked for another order, and with `withCount` how many there are in all. */
export const listMessageTemplates = async (
  deps: Pick<Deps, 'db' | 'memberships'>,
  { searchTerm, visibility, tag, withCount, ...request }: ListMessageTemplatesRequest,
  context: CallContext,
): Promise<ListMessageTemplatesResponse> => {
  const search = readSearch(searchTerm);
  if (search?.words.length === 0) return { data: [], totalCount: 0 };
  const viewer = await loadViewer(deps, context);
  const query: TemplateQuery = {
    ...request,
    isPublic: visibility === undefined ? undefined : visibility === PUBLIC,
    tags: tag?.split(',').filter((one) => one !== ''),
    words: search?.words,
  };
  const [rows, totalCount] = await Promise.all([
    findTemplates(deps.db, viewer, query),
    withCount ? countTemplates(deps.db, viewer, query) : 0,
  ]);
  const data = rows.map((row) => ({
    ...presentTemplate(row),
    ...(search && { snippet: search.snippet(row) }),
  }));
  return { data, totalCount };
};
