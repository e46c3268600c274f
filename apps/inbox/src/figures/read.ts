import type {
  ChartPoint,
  GetFactsResponse,
  StatisticsBarChartQuery,
  StatisticsFactsQuery,
} from '@parley/client';
import { current, toName, members, say } from '../core';

/** The question of the page: a period and a team. */
export interface Question {
  days: number;
  /** Id of a team; empty for all. */
  team: string;
}

/** A person's figures. */
export interface PersonRow {
  id: string;
  name: string;
  replies: number;
  closed: number;
  firstResponse: number | undefined;
  rating: number | undefined;
  open: number;
}

/** Every figure of the page. */
export interface FiguresData {
  open: number;
  waiting: number;
  /** When the contact wrote who has waited longest for a first answer. */
  waitingSince: string | undefined;
  facts: Record<FactName, GetFactsResponse>;
  charts: Record<ChartName, readonly ChartPoint[]>;
  people: readonly PersonRow[];
}

const factNames = [
  'MEDIAN_FIRST_RESPONSE_TIME',
  'TICKET_REPLIES_COUNT',
  'MEDIAN_CONVERSATION_RATING',
  'NEW_TICKETS_COUNT',
  'TICKET_CLOSE_COUNT',
] as const satisfies readonly StatisticsFactsQuery['chartType'][];
export type FactName = (typeof factNames)[number];

const chartNames = [
  'MEDIAN_FIRST_RESPONSE_TIME',
  'REPLIES_COUNT',
  'MEDIAN_CONVERSATION_RATING',
] as const satisfies readonly StatisticsBarChartQuery['chartType'][];
export type ChartName = (typeof chartNames)[number];

const DAY_MS = 86_400_000;

/** The first day of a period that ends today, by the clock of the reader. */
const firstDay = (days: number): string => {
  const date = new Date(Date.now() - (days - 1) * DAY_MS);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};

const entries = async <K extends string, T>(
  names: readonly K[],
  read: (name: K) => Promise<T>,
): Promise<Record<K, T>> =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await read(name)] as const)),
  ) as Record<K, T>;

/** Cells of a row by the key of their column. */
type Cells = ReadonlyMap<string, { value?: unknown; rawValue?: number | null; id?: string }>;

const readList = async (
  chartType: 'TEAM_PERFORMANCE_LIST' | 'OPEN_TICKETS_PER_AGENT',
  asked: Omit<StatisticsFactsQuery, 'chartType'>,
): Promise<Cells[]> => {
  const { startDate, timezone, team } = asked;
  const { headers, rows = [] } = await current().parley.statistics.lists({
    chartType,
    limit: 200,
    ...(startDate !== undefined && { startDate }),
    ...(timezone !== undefined && { timezone }),
    ...(team !== undefined && { team }),
  });
  return rows.map((row) => new Map(headers.map(({ key }, at) => [key, row[at] ?? {}])));
};

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The name of a person; the API answers the id of one who is gone. */
const nameOfPerson = (id: string, named: unknown): string => {
  const known = members.value.find((one) => one.id === id);
  if (known) return toName(known);
  return typeof named === 'string' && named !== id ? named : say('figures.former');
};

const joinPeople = (performance: readonly Cells[], open: readonly Cells[]): PersonRow[] => {
  const people = new Map<string, PersonRow>();
  const ensure = (row: Cells): PersonRow | undefined => {
    const { id, value } = row.get('processingUserREF') ?? {};
    if (id === undefined) return undefined;
    const blank = { replies: 0, closed: 0, firstResponse: undefined, rating: undefined, open: 0 };
    const found = people.get(id) ?? { id, name: nameOfPerson(id, value), ...blank };
    people.set(id, found);
    return found;
  };
  for (const row of performance) {
    const person = ensure(row);
    if (!person) continue;
    person.replies = asNumber(row.get('commentCount')?.value) ?? 0;
    person.closed = asNumber(row.get('rawClosed')?.value) ?? 0;
    person.firstResponse = asNumber(row.get('medianTimeToFirstReplyInSec')?.rawValue);
    person.rating = asNumber(row.get('averageRating')?.value);
  }
  for (const row of open) {
    const person = ensure(row);
    if (person) person.open = asNumber(row.get('openCount')?.value) ?? 0;
  }
  return [...people.values()].sort((a, b) => b.replies - a.replies || a.name.localeCompare(b.name));
};

/** Tickets that are open now, and those of them that wait for a first answer. */
const readWaiting = async (team: string): Promise<Pick<FiguresData, 'open' | 'waiting' | 'waitingSince'>> => {
  const { tickets } = current().parley;
  const query = {
    conditions: { 'status!': 'DONE,SNOOZED' },
    isSpam: false,
    limit: 1,
    ...(team !== '' && { processingTeam: [team] }),
  };
  const [all, waiting] = await Promise.all([
    tickets.list(query),
    tickets.list({ ...query, hasAgentReply: false, sort: 'createdAt' }),
  ]);
  return {
    open: all.totalCount ?? 0,
    waiting: waiting.totalCount ?? 0,
    waitingSince: waiting.tickets[0]?.createdAt,
  };
};

/** Reads everything for the page. */
export const readFigures = async ({ days, team }: Question): Promise<FiguresData> => {
  const { statistics } = current().parley;
  const asked = {
    startDate: firstDay(days),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(team !== '' && { team }),
  };
  const [waiting, facts, charts, performance, open] = await Promise.all([
    readWaiting(team),
    entries(factNames, (chartType) => statistics.facts({ ...asked, chartType })),
    entries(chartNames, async (chartType) => {
      const { series } = await statistics.barChart({ ...asked, chartType, groupInterval: 'day' });
      return series[0]?.data ?? [];
    }),
    readList('TEAM_PERFORMANCE_LIST', asked),
    readList('OPEN_TICKETS_PER_AGENT', asked),
  ]);
  return { ...waiting, facts, charts, people: joinPeople(performance, open) };
};
