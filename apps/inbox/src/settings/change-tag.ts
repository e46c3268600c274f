import type { Ticket } from '@parley/client';
import { current, explain, learn } from '../core';

/** Most tickets of one change: each is a request. */
export const MOST_TICKETS = 1_000;
/** Requests at the same time. */
const AT_ONCE = 4;

/** How a change of a tag went. */
export interface TagChange {
  changed: number;
  failed: number;
  /** Why the last one failed. */
  reason: string;
}

/** Renames a tag on all tickets that have it, or removes it without a new name. The history of each ticket has the change. */
export const changeTag = async (tag: string, to?: string): Promise<TagChange> => {
  const { tickets: api } = current().parley;
  const { tickets } = await api.list({ tags: [tag], ignoreArchived: false, limit: MOST_TICKETS });
  // A comma in a tag separates two in the filter.
  const waiting: Ticket[] = tickets.filter(({ tags }) => tags.includes(tag));
  const done: TagChange = { changed: 0, failed: 0, reason: '' };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      try {
        learn([await api.update(next.id, { removeTags: [tag], ...(to !== undefined && { addTags: [to] }) })]);
        done.changed += 1;
      } catch (error) {
        done.failed += 1;
        done.reason = explain(error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return done;
};
