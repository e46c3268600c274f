import { type FactPlace, buildScope } from './fact-page.sql';
import { loadPeople, personCell } from './people-cells';
import { countEnded, pageEnded } from './sla-reports.store';
import { ticketCell } from './ticket-cell';
import { type ListChart, type Paging, readPaged } from './table';

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

const clocks: Paging<FactPlace> = {
  count: ({ db }, asked) => countEnded(db, buildScope(asked)),
  page: async (deps, asked, start, limit) => {
    const found = await pageEnded(deps.db, buildScope(asked, start), start, limit);
    const people = await loadPeople(
      deps,
      asked.projectId,
      found.map(({ userId }) => userId),
      asked.context,
    );
    const now = deps.clock().getTime();
    return {
      last: found.at(-1),
      rows: found.map((row) => {
        const { startedAt, dueAt, answeredAt } = row.extra;
        return [
          ticketCell(row),
          { value: row.bugId },
          personCell(row.userId, people),
          { value: iso(startedAt) },
          { value: iso(dueAt) },
          { value: iso(answeredAt) },
          { value: row.isMet ? 'met' : 'breached' },
          { value: row.isMet ? null : (answeredAt ?? now) - dueAt },
        ];
      }),
    };
  },
};

/** Promises to answer that were kept or broken. */
export const slaReports: ListChart = {
  title: 'Service levels',
  columns: [
    { key: 'ticket', label: 'Ticket' },
    { key: 'bugId', label: 'Number' },
    { key: 'processingUserREF', label: 'User' },
    { key: 'startedAt', label: 'Started at' },
    { key: 'dueAt', label: 'Due at' },
    { key: 'answeredAt', label: 'Answered at' },
    { key: 'result', label: 'Result' },
    { key: 'overdue', label: 'Overdue', isTime: true },
  ],
  ...readPaged(clocks),
};
