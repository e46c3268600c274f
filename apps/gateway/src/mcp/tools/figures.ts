import type { GetFactsResponse } from '@parley/client';
import { optional, oneOf, text, texts } from '../fields';
import { findTeam } from '../find-people';
import { badArgument, defineTool, type ToolCall } from '../tool';

/** Figures by the names that the tool has for them. */
const figures = {
  'new tickets': 'NEW_TICKETS_COUNT',
  'closed tickets': 'TICKET_CLOSE_COUNT',
  'open tickets': 'SNAPSHOT_OPEN_TICKETS',
  replies: 'TICKET_REPLIES_COUNT',
  'first response time': 'MEDIAN_FIRST_RESPONSE_TIME',
  'reply time': 'TICKET_MEDIAN_REPLY_TIME',
  'time to close': 'MEDIAN_TIME_TO_CLOSE',
  rating: 'MEDIAN_CONVERSATION_RATING',
  'sla compliance': 'SLA_COMPLIANCE',
  'sla breaches': 'SLA_BREACHES_COUNT',
  'article views': 'HELP_CENTER_ARTICLE_VIEW_COUNT',
} as const;
type Figure = keyof typeof figures;
const names = Object.keys(figures) as [Figure, ...Figure[]];

/** Figures without names asked for. */
const usual: readonly Figure[] = [
  'new tickets',
  'closed tickets',
  'open tickets',
  'first response time',
  'time to close',
  'rating',
];

interface Period {
  startDate?: string;
  endDate?: string;
  timezone?: string;
  type?: string;
  team?: string;
}

const readFacts = async (
  { parley }: ToolCall,
  wanted: readonly Figure[],
  period: Period,
): Promise<(GetFactsResponse & { figure: Figure })[]> =>
  Promise.all(
    wanted.map(async (figure) => ({
      figure,
      ...(await parley.statistics.facts({ chartType: figures[figure], ...period })),
    })),
  );

const write = ({
  figure,
  value,
  unit,
  previousValue,
  count,
}: GetFactsResponse & { figure: Figure }): string => {
  const amount = (number: number | null | undefined): string =>
    number === null || number === undefined ? 'none' : `${number}${unit === '' ? '' : ` ${unit}`}`;
  const samples = count === undefined ? '' : ` of ${count} samples`;
  return `${figure}: ${amount(value)}${samples}; period before: ${amount(previousValue)}`;
};

export const getFigures = defineTool('get_figures', {
  title: 'Get figures',
  description:
    'Figures of a period beside those of the period before: numbers of tickets, medians of times, rating, service level. The last 30 days by default.',
  effect: 'reads',
  fields: {
    figures: optional(texts(`Any of ${names.join(', ')}; the first of them by default.`, names.length)),
    from: optional(text('First day, YYYY-MM-DD.', 40)),
    to: optional(text('Last day, YYYY-MM-DD.', 40)),
    timezone: optional(text('Such as Europe/Berlin; UTC by default.', 64)),
    type: optional(text('Only tickets of this type.', 64)),
    team: optional(text('Id or name of a team.', 200)),
    by: optional(oneOf(['day', 'month'], 'Adds the numbers of new and closed tickets by day or month.')),
  },
  run: async ({ figures: wanted = [...usual], from, to, timezone, type, team, by }, call) => {
    const chosen = readNames(wanted);
    const period: Period = {
      ...(from !== undefined && { startDate: from }),
      ...(to !== undefined && { endDate: to }),
      ...(timezone !== undefined && { timezone }),
      ...(type !== undefined && { type }),
      ...(team !== undefined && { team: (await findTeam(call.parley, 'team', team)).id }),
    };
    const facts = await readFacts(call, chosen, period);
    const series = by === undefined ? undefined : await readSeries(call, period, by);
    return {
      text: [
        ...facts.map(write),
        ...(series ?? []).map(
          ({ name, points }) => `${name}: ${points.map(({ at, value }) => `${at} ${value}`).join(', ')}`,
        ),
      ].join('\n'),
      data: {
        figures: facts.map(({ figure, value, unit, previousValue, count, previousCount, progressValue }) => ({
          ...{ figure, value, unit, previousValue, count, previousCount },
          changePercent: progressValue,
        })),
        ...(series && { series }),
      },
    };
  },
});

const isFigure = (name: string): name is Figure => Object.hasOwn(figures, name);

const readNames = (wanted: readonly string[]): Figure[] => {
  const strange = wanted.findIndex((name) => !isFigure(name));
  if (strange >= 0) throw badArgument(`figures.${strange}`, `must be one of ${names.join(', ')}`);
  return [...new Set(wanted.filter(isFigure))];
};

/** Most points of a series: a quarter by day. */
const MAX_POINTS = 100;

/** New and closed tickets of each day or month. */
const readSeries = (
  { parley }: ToolCall,
  period: Period,
  groupInterval: 'day' | 'month',
): Promise<{ name: string; points: { at: string; value: number }[] }[]> =>
  Promise.all(
    (['NEW_TICKETS_COUNT', 'TICKET_CLOSE_COUNT'] as const).map(async (chartType) => {
      const { title, series } = await parley.statistics.barChart({ chartType, groupInterval, ...period });
      const points = (series[0]?.data ?? []).slice(-MAX_POINTS);
      return {
        name: title,
        points: points.map(({ date, value }) => ({ at: String(date), value: Number(value ?? 0) })),
      };
    }),
  );
