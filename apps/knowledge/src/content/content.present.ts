import type { ContentEntry } from '@parley/proto/generated/parley/knowledge/v1/content';
import type { Partially } from '@parley/rpc';
import type { ContentRow } from './content';

/** A stored entry as the public document; without `content` where it was not read. */
export const presentContent = (
  row: Omit<ContentRow, 'content'> & { content?: unknown },
): Partially<ContentEntry> => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  contentId: row.contentId,
  type: row.type,
  title: row.title,
  ...(row.content !== undefined && { content: row.content }),
  format: row.format,
  ...(row.lang !== null && { lang: row.lang }),
  tags: row.tags,
  ...(row.batchId !== null && { batchId: row.batchId }),
  ...(row.readMoreUrl !== null && { readMoreUrl: row.readMoreUrl }),
  ...(row.readMoreLabel !== null && { readMoreLabel: row.readMoreLabel }),
  isInternal: row.isInternal,
  origin: row.origin,
  ...(row.ticketId !== null && { ticketId: row.ticketId }),
  status: row.status,
  ...(row.error !== null && { error: row.error }),
  chunks: row.chunks,
  ...(row.indexedAt !== null && { indexedAt: row.indexedAt.toISOString() }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
