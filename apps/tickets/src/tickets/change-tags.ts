import { invalid } from '@parley/errors';
import type { UpdateTicketRequest } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { MAX_TAGS, type TicketRow } from '../core';

/** Tags to add and to remove. */
export type TagChange = Pick<UpdateTicketRequest, 'addTags' | 'removeTags'>;

/**
 * The tags of a locked ticket after a change of single ones; nothing when the change names no tag.
 *
 * @throws DomainError `invalid` when the ticket would have more than it may.
 */
export const changeTags = (
  tags: readonly string[],
  { addTags, removeTags }: TagChange,
): Partial<Pick<TicketRow, 'tags'>> => {
  if (addTags.length + removeTags.length === 0) return {};
  const removed = new Set(removeTags);
  const after = [...new Set([...tags.filter((tag) => !removed.has(tag)), ...addTags])];
  if (after.length > MAX_TAGS)
    throw invalid({ field: 'addTags', message: `must leave at most ${MAX_TAGS} tags on the ticket` });
  return { tags: after };
};
