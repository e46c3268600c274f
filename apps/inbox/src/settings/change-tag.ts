import type { Ticket } from '@parley/client';
import { current, explain, learn } from '../core';

/** Tickets that are read at a time. */
const PAGE = 200;
/** Requests at the same time. */
const AT_ONCE = 4;

/** How a change of a tag goes. */
export interface TagChange {
  changed: number;
  failed: number;
  /** Why the last one failed. */
  reason: string;
}

/**
 * Renames a tag on all tickets that have it, or removes it without a new name. The history of each ticket has the change.
 * Changed tickets leave the list, so its first page is read again, after those that failed.
 *
 * @param report Called after each ticket.
 */
export const changeTag = async (
  tag: string,
  to: string | undefined,
  report: (change: TagChange) => void,
): Promise<TagChange> => {
  const { tickets: api } = current().parley;
  const change: TagChange = { changed: 0, failed: 0, reason: '' };
  const readPage = async (): Promise<Pick<Ticket, 'id' | 'tags'>[]> => {
    const { tickets } = await api.list({
      tags: [tag],
      ignoreArchived: false,
      sort: 'createdAt',
      skip: change.failed,
      limit: PAGE,
      fields: ['tags'],
    });
    // A comma in a tag separates two in the filter.
    return tickets.filter(({ tags }) => tags.includes(tag));
  };
  const work = async (waiting: { id: string }[]): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      try {
        learn([await api.update(next.id, { removeTags: [tag], ...(to !== undefined && { addTags: [to] }) })]);
        change.changed += 1;
      } catch (error) {
        change.failed += 1;
        change.reason = explain(error);
      } finally {
        report({ ...change });
      }
  };
  for (let waiting = await readPage(); waiting.length > 0; waiting = await readPage())
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(waiting)));
  return change;
};
