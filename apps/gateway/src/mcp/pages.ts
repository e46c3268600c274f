import { badArgument } from './tool';

/** The part of a list that a tool answers. */
export interface Window {
  skip: number;
  limit: number;
}

/** Reads the arguments of a page: the cursor is where it begins. */
export const readWindow = (
  { limit, cursor = '0' }: { limit?: number; cursor?: string },
  usual: number,
): Window => {
  if (!/^\d{1,6}$/.test(cursor)) throw badArgument('cursor', 'must be the `nextCursor` of the page before');
  return { skip: Number(cursor), limit: limit ?? usual };
};

/** The cursor of the next page, if there is one. */
export const nextCursor = ({ skip, limit }: Window, isMore: boolean): { nextCursor?: string } =>
  isMore ? { nextCursor: String(skip + limit) } : {};

/** A line about further pages. */
export const moreLine = (next: { nextCursor?: string }): string =>
  next.nextCursor === undefined ? '' : `\nMore with cursor ${next.nextCursor}.`;
