import { countFacts } from '../charts/count';
import { factsIn } from '../charts/scope';
import { figures } from '../facts/figures';
import { peopleOf, personCell } from './people-cells';
import { type FactPlace, newestFirst, scopeOf } from './ratings';
import { ticketCell } from './ticket-cell';
import { type ListChart, type Paging, readPaged, type Start } from './table';

interface ClockRow {
  ticketId: string;
  bugId: number;
  title: string | null;
  userId: string | null;
  isMet: boolean;
  at: Date;
  sourceId: string;
  extra: { startedAt: number; dueAt: number; answeredAt?: number };
}

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());

const COLUMNS = 'f.ticket_id, f.user_id AS "userId", f.at, f.source_id, f.extra';
const ended = [figures.SLA_MET, figures.SLA_BREACHED] as const;

const clocks: Paging<FactPlace> = {
  count: async ({ db }, asked) => {
    const counts = await Promise.all(ended.map((figure) => countFacts(db, scopeOf(asked), figure)));
    return counts.reduce((sum, count) => sum + count, 0);
  },
  page: async (deps, asked, start, limit) => {
    const params: unknown[] = [asked.projectId];
    // Of both outcomes as many as all of the page may be.
    const first: Start<FactPlace> = 'skip' in start ? { skip: 0 } : start;
    const most = 'skip' in start ? start.skip + limit : limit;
    const [met, breached] = ended.map((figure) => {
      const from = factsIn(scopeOf(asked, start), figure, params);
      const isMet = figure === figures.SLA_MET;
      return `(SELECT ${COLUMNS}, ${isMet} AS "isMet" ${from} ${newestFirst(first, most, params)})`;
    });
    const found = await deps.db.query<ClockRow>(
      `SELECT f.*, f.source_id AS "sourceId", t.id AS "ticketId", t.bug_id AS "bugId", t.title
         FROM (SELECT * FROM (${met} UNION ALL ${breached}) f
                WHERE true ${newestFirst(start, limit, params)}) f
         JOIN ticket t ON t.project_id = $1 AND t.id = f.ticket_id ORDER BY f.at DESC, f.source_id DESC`,
      params,
    );
    const people = await peopleOf(
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
