import { round2 } from '../charts';
import { type FactPlace, buildScope } from './fact-page.sql';
import { byName, loadPeople, personCell } from './people-cells';
import { averageByUser, countRated, pageRated } from './ratings.store';
import { ticketCell } from './ticket-cell';
import {
  type Asked,
  type ListChart,
  type ListDeps,
  type Paging,
  readPaged,
  readWhole,
  type Row,
} from './table';

const readAverages = async (deps: ListDeps, asked: Asked): Promise<Row[]> => {
  const found = await averageByUser(deps.db, buildScope(asked));
  const people = await loadPeople(
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

const rated: Paging<FactPlace> = {
  count: ({ db }, asked) => countRated(db, buildScope(asked)),
  page: async (deps, asked, start, limit) => {
    const found = await pageRated(deps.db, buildScope(asked, start), start, limit);
    const people = await loadPeople(
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
