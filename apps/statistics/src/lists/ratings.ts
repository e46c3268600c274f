import { round2 } from '../charts/numbers';
import { binder, factsIn, type Scope } from '../charts/scope';
import { figures } from '../facts/figures';
import { byName, peopleOf, personCell } from './people-cells';
import { ticketCell } from './ticket-cell';
import {
  type Asked,
  type ListChart,
  type ListDeps,
  type Paging,
  readPaged,
  readWhole,
  type Row,
  type Start,
} from './table';

/** Place of a fact among others of its kind, newest first. */
export interface FactPlace {
  at: Date;
  sourceId: string;
}

/** Which facts are asked for; those behind a place are no newer than it. */
export const scopeOf = (
  { projectId, question: { filters, from, to }, hasTraits }: Asked,
  start?: Start<FactPlace>,
): Scope => ({
  projectId,
  hasTraits,
  filters,
  from,
  to: start && 'after' in start ? start.after.at : to,
});

/** The end of a statement over facts `f`: those behind a start, newest first. */
export const newestFirst = (start: Start<FactPlace>, limit: number, params: unknown[]): string => {
  const bind = binder(params);
  const order = `ORDER BY f.at DESC, f.source_id DESC LIMIT ${bind(limit)}`;
  if ('skip' in start) return `${order} OFFSET ${bind(start.skip)}`;
  return `AND (f.at, f.source_id) < (${bind(start.after.at)}, ${bind(start.after.sourceId)}) ${order}`;
};

const readAverages = async (deps: ListDeps, asked: Asked): Promise<Row[]> => {
  const params: unknown[] = [];
  const found = await deps.db.query<{ id: string | null; average: number; count: number }>(
    `SELECT f.user_id AS id, avg(f.value) AS average, count(*) AS count
       ${factsIn(scopeOf(asked), figures.RATINGS, params)} GROUP BY 1`,
    params,
  );
  const people = await peopleOf(
    deps,
    asked.projectId,
    found.map(({ id }) => id),
    asked.context,
  );
  return found
    .map((row) => ({ ...row, name: personCell(row.id, people) }))
    .sort((a, b) => b.average - a.average || b.count - a.count || byName(a.name, b.name))
    .map(({ name, average, count }) => [name, { value: round2(average) }, { value: count }]);
};

/** How people were rated. */
export const averageRatings: ListChart = {
  title: 'Average rating per user',
  columns: [
    { key: 'processingUserREF', label: 'User' },
    { key: 'averageRating', label: 'Average rating' },
    { key: 'ratingCount', label: 'Ratings' },
  ],
  ...readWhole(readAverages),
};

interface RatingRow {
  ticketId: string;
  bugId: number;
  title: string | null;
  contactId: string | null;
  userId: string | null;
  rating: number;
  at: Date;
  sourceId: string;
}

const rated: Paging<FactPlace> = {
  count: async ({ db }, asked) => {
    const params: unknown[] = [];
    const [row] = await db.query<{ total: number }>(
      `SELECT count(*) AS total ${factsIn(scopeOf(asked), figures.RATINGS, params, { ticket: true })}`,
      params,
    );
    return row?.total ?? 0;
  },
  page: async (deps, asked, start, limit) => {
    const params: unknown[] = [];
    const from = factsIn(scopeOf(asked, start), figures.RATINGS, params, { ticket: true });
    const found = await deps.db.query<RatingRow>(
      `SELECT t.id AS "ticketId", t.bug_id AS "bugId", t.title, t.contact_id AS "contactId", f.user_id AS "userId",
              f.value AS rating, f.at, f.source_id AS "sourceId" ${from} ${newestFirst(start, limit, params)}`,
      params,
    );
    const people = await peopleOf(
      deps,
      asked.projectId,
      found.map(({ userId }) => userId),
      asked.context,
    );
    const contacts = await deps.contacts.find(
      [...new Set(found.flatMap(({ contactId }) => contactId ?? []))],
      asked.context,
    );
    return {
      last: found.at(-1),
      rows: found.map((row) => {
        const contact = row.contactId === null ? undefined : contacts.get(row.contactId);
        return [
          ticketCell(row),
          { value: row.bugId },
          { value: row.rating },
          personCell(row.userId, people),
          contact ? { value: contact.name ?? contact.email ?? contact.id, id: contact.id } : { value: null },
          { value: row.at.toISOString() },
        ];
      }),
    };
  },
};

/** Tickets that were rated. */
export const ratedTickets: ListChart = {
  title: 'Rated tickets',
  columns: [
    { key: 'ticket', label: 'Ticket' },
    { key: 'bugId', label: 'Number' },
    { key: 'rating', label: 'Rating' },
    { key: 'processingUserREF', label: 'User' },
    { key: 'session', label: 'Contact' },
    { key: 'ratedAt', label: 'Rated at' },
  ],
  ...readPaged(rated),
};
