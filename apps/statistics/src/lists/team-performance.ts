import PQueue from 'p-queue';
import { computeProgress, round2 } from '../charts';
import { findPeople, findServices, SERVICE_ACCOUNT } from '../names';
import { byName, toNamed, loadPeople, personCell } from './people-cells';
import {
  type Asked,
  type Cell,
  type ListChart,
  type ListColumn,
  type ListDeps,
  readWhole,
  type Row,
} from './table';
import { RATING, listReadings, type Values } from './team-readings';

/** Statements at once: more would take connections from the consumers. */
const AT_ONCE = 2;

const shownColumns: readonly ListColumn[] = [
  { key: 'processingUserREF', label: 'User' },
  { key: 'totalCountForUser', label: 'Tickets' },
  { key: 'commentCount', label: 'Replies' },
  { key: 'rawClosed', label: 'Closed tickets' },
  { key: 'medianReplyTime', label: 'Median reply time', isTime: true },
  { key: 'medianTimeToFirstReplyInSec', label: 'Median first response time', isTime: true },
  { key: 'medianFirstAssignmentReplyTime', label: 'Median time from assignment to reply', isTime: true },
  { key: 'timeToLastCloseInSec', label: 'Median time to last close', isTime: true },
  { key: 'ticketActivityCount', label: 'Tickets worked on' },
  { key: 'hoursActive', label: 'Time active', isTime: true },
  { key: 'averageRating', label: 'Average rating' },
];

/** All people with a row: members, and others who acted; never service accounts. */
const rowsOfPeople = async (
  deps: ListDeps,
  { projectId, question, context }: Asked,
  acted: readonly string[],
) => {
  const members = await findPeople(deps.db, projectId, [], true);
  const people = await loadPeople(deps, projectId, acted, context);
  for (const member of members) people.set(member.id, toNamed(member));
  const { users } = question.filters;
  return [...new Set([...acted, ...members.map(({ id }) => id)])]
    .filter((id) => people.get(id)?.userType !== SERVICE_ACCOUNT && (users?.includes(id) ?? true))
    .map((id) => ({ id, cell: personCell(id, people) }));
};

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const MEAN_OF_ROWS = ['totalCountForUser', 'commentCount', 'rawClosed', 'ticketActivityCount'];

const shown = (key: string, value: number | null): number | null =>
  value !== null && (key === RATING || MEAN_OF_ROWS.includes(key)) ? round2(value) : value;

/** A column of the list with its numbers of the period and of the one before. */
interface Read {
  key: string;
  isCount: boolean;
  values: [Values, Values];
}

const readColumns = async (
  { db }: ListDeps,
  { projectId, question, hasTraits }: Asked,
  services: readonly string[],
) => {
  const { filters, previous, from, to, usesWorkingHours } = question;
  const readings = listReadings(usesWorkingHours ? 'work_ms' : 'ms');
  const lanes = new PQueue({ concurrency: AT_ONCE });
  const none: Values = { byUser: new Map(), overall: null };
  const columns = await lanes.addAll(
    readings.map((reading) => async (): Promise<Read[]> => {
      const now = await reading.read(db, { projectId, filters, from, to, hasTraits }, services);
      const before = await reading.read(db, { projectId, filters, ...previous, hasTraits }, services);
      return reading.columns.map((column, n) => ({
        ...column,
        values: [now[n] ?? none, before[n] ?? none],
      }));
    }),
  );
  return columns.flat();
};

const read = async (deps: ListDeps, asked: Asked): Promise<Row[]> => {
  const services = await findServices(deps.db, asked.projectId);
  const found = await readColumns(deps, asked, services);
  // Who has a number in the period has done something in it.
  const acted = new Set(found.flatMap(({ values: [now] }) => [...now.byUser.keys()]));
  const people = await rowsOfPeople(deps, asked, [...acted]);
  const ids = people.map(({ id }) => id);
  const columns = shownColumns.flatMap(({ key: name }) => found.find(({ key }) => key === name) ?? []);
  const toCell = (key: string, [value, former]: readonly (number | null)[]): Cell => ({
    value: shown(key, value ?? null),
    progress: computeProgress(value ?? null, former ?? null),
  });
  const rows = people
    .map(({ id, cell }) => {
      const findValue = ({ byUser }: Values, isCount: boolean): number | null =>
        byUser.get(id) ?? (isCount ? 0 : null);
      return {
        name: cell,
        replies: columns.find(({ key }) => key === 'commentCount')?.values[0].byUser.get(id) ?? 0,
        cells: columns.map(({ key, isCount, values }) =>
          toCell(
            key,
            values.map((one) => findValue(one, isCount)),
          ),
        ),
      };
    })
    .sort((a, b) => b.replies - a.replies || byName(a.name, b.name))
    .map(({ name, cells }) => [name, ...cells]);
  const average = columns.map(({ key, isCount, values }) =>
    toCell(
      key,
      values.map(({ byUser, overall }) => (isCount ? mean(ids.map((id) => byUser.get(id) ?? 0)) : overall)),
    ),
  );
  return [...rows, [{ value: 'Team average' }, ...average]];
};

/** What each person did, and the team on average. */
export const teamPerformance: ListChart = {
  title: 'Team performance',
  columns: shownColumns,
  ...readWhole(read),
};
