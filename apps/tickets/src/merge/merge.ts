import { comparableEmail } from '@parley/addresses';
import type { FieldProblem } from '@parley/errors';
import {
  type TicketRow,
  type TicketView,
  type Upvote,
  MAX_LINKS,
  MAX_REFERENCES,
  MAX_TAGS,
  MAX_UPVOTES,
} from '../core';

/** A ticket to merge and the field of the request that names it. */
export interface Named {
  id: string;
  field: string;
}

/** The fields of a ticket that decide whether it may be merged. */
export type MergeState = Pick<TicketRow, 'id' | 'duplicateOfId'>;

/** The values that a ticket adds to its main one. */
export type Share = Pick<
  TicketView,
  | 'id'
  | 'tags'
  | 'sessionId'
  | 'sessionIds'
  | 'upvotes'
  | 'linkedTicketIds'
  | 'slaDueAt'
  | 'slaBreached'
  | 'notificationsUnread'
  | 'waitingSince'
  | 'participants'
>;

/** The values of a main ticket from all tickets merged into it. */
export type United = Pick<
  TicketRow,
  'tags' | 'sessionIds' | 'upvotes' | 'upvotesCount' | 'slaDueAt' | 'notificationsUnread' | 'waitingSince'
>;

/** Why tickets cannot be merged, by field. The rules are in docs/rules/tickets.md. */
export const mergeProblems = (
  main: Named | undefined,
  merged: readonly Named[],
  states: ReadonlyMap<string, MergeState>,
): FieldProblem[] => {
  const findProblems = ({ id, field }: Named): FieldProblem[] => {
    const state = states.get(id);
    if (!state) return [{ field, message: 'this project has no such ticket' }];
    const { duplicateOfId } = state;
    return duplicateOfId === null ? [] : [{ field, message: `is merged into ${duplicateOfId} already` }];
  };
  return [
    ...(main ? findProblems(main) : []),
    ...merged.flatMap((ticket) =>
      ticket.id === main?.id
        ? [{ field: ticket.field, message: 'is the main ticket itself' }]
        : findProblems(ticket),
    ),
  ];
};

const makeKey = ({ email }: Upvote): string | undefined => email && comparableEmail(email);

/** Votes in order, one of each address; votes without an address cannot be compared and all count. */
export const uniteUpvotes = (votes: readonly Upvote[]): Upvote[] => {
  const seen = new Set<string>();
  return votes.filter((vote) => {
    const key = makeKey(vote);
    if (key === undefined || key === '') return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

const findEarliest = (...dates: (Date | null)[]): Date | null =>
  dates.filter((date) => date !== null).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;

/** Adds a ticket's share to what its main one has: the promise of an answer that ends first stands, and so does the longest wait. */
export const unite = (main: United, share: Share): United => {
  const { slaDueAt, slaBreached } = share;
  const upvotes = uniteUpvotes([...main.upvotes, ...share.upvotes]);
  const contacts = share.sessionId === null ? [] : [share.sessionId];
  return {
    tags: [...new Set([...main.tags, ...share.tags])],
    sessionIds: [...new Set([...main.sessionIds, ...contacts, ...share.sessionIds])],
    upvotes,
    upvotesCount: upvotes.length,
    slaDueAt: findEarliest(main.slaDueAt, slaBreached ? null : slaDueAt),
    waitingSince: findEarliest(main.waitingSince, share.waitingSince),
    notificationsUnread: main.notificationsUnread || share.notificationsUnread,
  };
};

/** Why a main ticket cannot take so much; empty when it can. A ticket holds no more than its own update could write. */
export const excess = (united: Pick<United, 'tags' | 'sessionIds' | 'upvotes'>, links: number): string[] => {
  const over = (count: number, most: number, what: string): string[] =>
    count > most ? [`together they have more than ${most} ${what}`] : [];
  return [
    ...over(united.tags.length, MAX_TAGS, 'tags'),
    ...over(united.sessionIds.length, MAX_REFERENCES, 'sessions'),
    ...over(united.upvotes.length, MAX_UPVOTES, 'upvotes'),
    ...over(links, MAX_LINKS, 'linked tickets'),
  ];
};
