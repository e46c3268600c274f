import type { TicketsListQuery, View } from '@parley/client';
import { signal } from '@preact/signals';
import { myTeams } from './people';
import { current } from './session';
import type { TextKey } from './texts';

/** A view of tickets: a name and a query. */
export interface TicketView {
  key: string;
  /** Name of a view that everybody has. */
  text?: TextKey;
  /** Name of a saved one. */
  name?: string;
  saved?: View;
  /** Its query for a person, by default the one who is signed in. */
  query: (userId?: string) => TicketsListQuery;
}

/** Not done and not asleep; projects have states of their own between. */
const open = { conditions: { 'status!': 'DONE,SNOOZED' } };
/** An id that no team has, for people without teams. */
const NONE = '000000000000000000000000';

/** The views that everybody has. */
const given: readonly TicketView[] = [
  {
    key: 'mine',
    text: 'view.mine',
    query: (userId = current().user.id) => ({ ...open, processingUser: [userId] }),
  },
  {
    key: 'unassigned',
    text: 'view.unassigned',
    query: () => ({ conditions: { ...open.conditions, processingUser: 'null' } }),
  },
  {
    key: 'teams',
    text: 'view.teams',
    query: () => ({ ...open, processingTeam: myTeams().length > 0 ? myTeams() : [NONE] }),
  },
  {
    key: 'mentions',
    text: 'view.mentions',
    query: (userId = current().user.id) => ({ ...open, mentions: [userId] }),
  },
  { key: 'all', text: 'view.all', query: () => open },
  { key: 'snoozed', text: 'view.snoozed', query: () => ({ status: ['SNOOZED'] }) },
  { key: 'closed', text: 'view.closed', query: () => ({ status: ['DONE'] }) },
  { key: 'spam', text: 'view.spam', query: () => ({ isSpam: true }) },
];

/** Whether the query of a view is known before teams and saved views were read. */
export const isGiven = (key: string): boolean => key !== 'teams' && given.some((view) => view.key === key);

/** The saved views of the person, and the shared ones, in their order. */
export const savedViews = signal<readonly View[]>([]);

/** All views: those that everybody has, and the saved ones. */
export const listViews = (): readonly TicketView[] => [
  ...given,
  ...savedViews.value.map((saved) => ({
    key: saved.id,
    name: saved.name,
    saved,
    query: () => toQuery(saved),
  })),
];

/** The view of a key; all that is open for one that is gone. */
export const findView = (key: string): TicketView =>
  listViews().find((view) => view.key === key) ?? (given[4] as TicketView);

const toQuery = ({ filter = {}, sort }: View): TicketsListQuery => {
  const conditions = Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      // The sign between name and value is the end of the operator: `createdAt>=`.
      name.replace(/=$/, ''),
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  );
  return { conditions, ...(sort !== undefined && { sort: sort as NonNullable<TicketsListQuery['sort']> }) };
};

/** Reads the saved views again. */
export const readViews = async (): Promise<void> => {
  savedViews.value = await current().parley.views.list({ limit: 100 });
};

/** How many tickets each view has, by its key. */
export const viewCounts = signal<Readonly<Record<string, number>>>({});

/** Most saved views with a count. */
const COUNTED = 20;

/** Counts the tickets of the views again. */
export const countViews = async (): Promise<void> => {
  const { parley } = current();
  const counts = await Promise.all(
    listViews()
      .slice(0, given.length + COUNTED)
      .map(async ({ key, query }) => {
        const { totalCount } = await parley.tickets.list({ ...query(), limit: 1 });
        return [key, totalCount ?? 0] as const;
      }),
  );
  viewCounts.value = Object.fromEntries(counts);
};
