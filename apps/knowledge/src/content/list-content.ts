import { projectScope } from '@parley/auth';
import { compileList, type ListFields } from '@parley/persistence';
import type {
  ListContentRequest,
  ListContentResponse,
} from '@parley/proto/generated/parley/knowledge/v1/content_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentContent } from './content.present';
import { countContentRows, listContentRows } from './content.store';

const list: ListFields = {
  fields: {
    id: { column: 'c.id', type: 'id' },
    title: { column: 'c.title', type: 'text' },
    type: { column: 'c.type', type: 'text' },
    batchId: { column: 'c.batch_id', type: 'text' },
    status: { column: 'd.status', type: 'text' },
    origin: { column: 'c.origin', type: 'text' },
    contentId: { column: 'c.content_id', type: 'text' },
    lang: { column: 'c.lang', type: 'text' },
    format: { column: 'c.format', type: 'text' },
    readMoreUrl: { column: 'c.read_more_url', type: 'text' },
    readMoreLabel: { column: 'c.read_more_label', type: 'text' },
    ticketId: { column: 'c.ticket_id', type: 'id' },
    error: { column: 'd.error', type: 'text' },
    chunks: { column: 'd.passages', type: 'integer' },
    indexedAt: { column: 'd.indexed_at', type: 'date' },
    isInternal: { column: 'c.is_internal', type: 'boolean' },
    createdAt: { column: 'c.created_at', type: 'date' },
    updatedAt: { column: 'c.updated_at', type: 'date' },
    tags: { column: 'c.tags', type: 'textArray' },
  },
  order: '-createdAt',
  page: { default: 50, max: 200 },
};

/** Lists entries without their contents. */
export const listContent = async (
  { db }: Pick<Deps, 'db'>,
  request: ListContentRequest,
  context: CallContext,
): Promise<Partially<ListContentResponse>> => {
  const { projectId } = projectScope(context.scope);
  const params: unknown[] = [projectId];
  const clauses = compileList(request, list, params);
  const words = (request.searchTerm ?? '').split(/\s+/).filter((word) => word !== '');
  const conditions = words.map((word) => {
    const place = params.push(`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
    return `c.title ILIKE $${place}`;
  });
  const where = [clauses.where, ...conditions].join(' AND ');
  const [rows, totalCount] = await Promise.all([
    listContentRows(db, { ...clauses, where }, params),
    request.withCount === true ? countContentRows(db, where, params) : 0,
  ]);
  return { data: rows.map(presentContent), totalCount };
};
