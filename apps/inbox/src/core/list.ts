import type { Parley, TicketsListQuery } from '@parley/client';
import { signal } from '@preact/signals';
import { createApi, isPassing } from './api';
import { current, type LastSession } from './session';
import { learn } from './tickets';
import { tellFailure } from './toasts';
import { findView } from './views';

/** In which order a list shows its tickets. */
export type Order = 'newest' | 'oldest';

/** The open list: which tickets stand where, as far as they were read. */
export interface TicketList {
  key: string;
  /** How many there are; undefined until the first answer. */
  total: number | undefined;
  /** Ids by their position; undefined where no page was read. */
  ids: readonly (string | undefined)[];
}

/** Tickets of one request. */
export const PAGE = 50;

const sorts = { newest: '-lastActivity', oldest: 'waitingSince' } as const;
const STORED = 'parley-inbox-order';

export const order = signal<Order>(localStorage.getItem(STORED) === 'oldest' ? 'oldest' : 'newest');
export const list = signal<TicketList>({ key: '', total: undefined, ids: [] });
/** Positions that are in sight. */
let sight: readonly [from: number, to: number] = [0, 0];
/** Counts openings, so that an answer to a former one is dropped. */
let opening = 0;
/** The last known list of each view. It shows again without a connection. */
const remembered = new Map<string, TicketList>();
/** Requests for pages that are on their way. */
const asked = new Map<number, Promise<void>>();

/** Reads a page, once at a time. */
const readPage = (page: number): Promise<void> => {
  const known = asked.get(page);
  if (known) return known;
  const mine = opening;
  const answer = requestPage(page).finally(() => {
    if (mine === opening) asked.delete(page);
  });
  asked.set(page, answer);
  return answer;
};

/** The open list by its reader, view and order. */
const rememberedAs = (): string => {
  const { user, project } = current();
  return [user.id, project.id, list.value.key, order.value].join(' ');
};

/** The query of the open list, in its order. */
export const listQuery = (): TicketsListQuery => ({
  sort: sorts[order.value],
  ...findView(list.value.key).query(),
});

const pageQuery = (query: TicketsListQuery, page: number): TicketsListQuery => ({
  ...query,
  skip: page * PAGE,
  limit: PAGE,
});

type TicketsPage = ReturnType<Parley['tickets']['list']>;

/** The first page for the session of the last time, and its answer. */
let ahead: { question: string; answer: Promise<Awaited<TicketsPage> | undefined> } | undefined;

const toQuestion = (projectId: string, query: TicketsListQuery): string => JSON.stringify([projectId, query]);

/** Requests the first page of a view beside the session, as most often it is the one of the last time. */
export const askAhead = (key: string, { userId, projectId }: LastSession): void => {
  const query = pageQuery({ sort: sorts[order.value], ...findView(key).query(userId) }, 0);
  const answer = createApi(projectId)
    .tickets.list(query)
    .catch(() => undefined);
  ahead = { question: toQuestion(projectId, query), answer };
};

/** The answer that was requested ahead, if it is to this question. Once: later it is old. */
const takeAhead = (query: TicketsListQuery): Promise<Awaited<TicketsPage> | undefined> | undefined => {
  const { question, answer } = ahead ?? {};
  ahead = undefined;
  return question === toQuestion(current().project.id, query) ? answer : undefined;
};

const requestPage = async (page: number): Promise<void> => {
  const mine = opening;
  const { key } = list.value;
  const query = pageQuery(listQuery(), page);
  const { tickets, totalCount = 0 } =
    (await takeAhead(query)) ?? (await current().parley.tickets.list(query));
  if (mine !== opening) return;
  learn(tickets);
  const ids = list.value.ids.slice(0, totalCount);
  for (let place = 0; place < PAGE; place += 1) {
    const position = page * PAGE + place;
    if (position < totalCount) ids[position] = tickets[place]?.id;
  }
  list.value = { key, total: totalCount, ids };
  remembered.set(rememberedAs(), list.value);
};

/** The ticket at a position, which is read when it is not known. */
export const idAt = async (position: number): Promise<string | undefined> => {
  if (list.value.ids[position] === undefined) await readPage(Math.floor(position / PAGE));
  return list.value.ids[position];
};

/** Reads the pages in sight that are not known. */
export const look = (from: number, to: number): void => {
  sight = [from, to];
  const { ids, total = 0 } = list.value;
  for (let page = Math.floor(from / PAGE); page <= Math.floor(to / PAGE) && page * PAGE < total; page += 1)
    if (!(page * PAGE in ids) && !asked.has(page)) readPage(page).catch(tellFailure);
};

/** The view of a list that was requested before the page shows. */
let early: string | undefined;

/** Asks for the list of a view while the page is still being drawn. */
export const openListEarly = (key: string): void => {
  openList(key);
  early = key;
};

/** Opens a view. The list of before is gone at once. */
export const openList = (key: string): void => {
  const isOpen = early === key;
  early = undefined;
  if (isOpen) return;
  opening += 1;
  asked.clear();
  sight = [0, 0];
  list.value = { key, total: undefined, ids: [] };
  const mine = opening;
  readPage(0).catch((error: unknown) => {
    const before = remembered.get(rememberedAs());
    if (before && mine === opening && isPassing(error)) list.value = before;
    tellFailure(error);
  });
};

/** Sets the order, and reads the list in it. */
export const setOrder = (chosen: Order): void => {
  order.value = chosen;
  localStorage.setItem(STORED, chosen);
  openList(list.value.key);
};

/** Reads the pages in sight again; further ones are read after scrolling. */
export const reloadList = async (): Promise<void> => {
  if (list.value.key === '') return;
  opening += 1;
  asked.clear();
  const [first, last] = [Math.floor(sight[0] / PAGE), Math.floor(sight[1] / PAGE)];
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const kept = list.value.ids.slice(0, (last + 1) * PAGE);
  await Promise.all(pages.map(readPage));
  // Beyond it positions may have moved.
  list.value = { ...list.value, ids: list.value.ids.slice(0, Math.max(kept.length, (last + 1) * PAGE)) };
};
