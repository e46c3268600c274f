import type { FigureName } from '../facts';
import type { Column } from './measure.store';

/** A chart of a figure: its title, and how facts become a number. */
export type Chart =
  | { title: string; figure: FigureName; by: 'count' }
  | { title: string; averageTitle: string; figure: FigureName; by: 'time' }
  | { title: string; averageTitle: string; figure: FigureName; by: 'value' };

const count = (title: string, figure: FigureName): Chart => ({ title, figure, by: 'count' });
const time = (what: string, figure: FigureName): Chart => ({
  title: `Median ${what}`,
  averageTitle: `Average ${what}`,
  figure,
  by: 'time',
});
const value = (what: string, figure: FigureName): Chart => ({ ...time(what, figure), by: 'value' }) as Chart;

/** Charts of one number each that both facts and bar charts have, by what facts call them. */
export const factCharts = {
  NEW_TICKETS_COUNT: count('New tickets', 'NEW_TICKETS'),
  TICKET_CLOSE_COUNT: count('Closed tickets', 'CLOSES'),
  TICKET_REPLIES_COUNT: count('Replies', 'REPLIES'),
  MESSAGE_COUNT: count('Messages', 'MESSAGES'),
  MEDIAN_FIRST_RESPONSE_TIME: time('first response time', 'FIRST_RESPONSES'),
  TICKET_MEDIAN_REPLY_TIME: time('reply time', 'REPLY_TIMES'),
  MEDIAN_TIME_TO_CLOSE: time('time to close', 'FIRST_CLOSES'),
  MEDIAN_FIRST_ASSIGNMENT_TIME: time('time to first assignment', 'FIRST_ASSIGNMENTS'),
  MEDIAN_CONVERSATION_RATING: value('conversation rating', 'RATINGS'),
  SLA_BREACHES_COUNT: count('Breached service levels', 'SLA_BREACHED'),
  SLA_NO_BREACHES_COUNT: count('Met service levels', 'SLA_MET'),
  CONVERSATION_STARTED_COUNT: count('Started conversations', 'CONVERSATIONS'),
  WIDGET_OPENED_COUNT: count('Widget openings', 'WIDGET_OPENED'),
  HELP_CENTER_ARTICLE_VIEW_COUNT: count('Article views', 'ARTICLE_VIEWS'),
  AI_QUESTIONS_ASKED_COUNT: count('Questions to AI', 'QUESTIONS'),
} as const satisfies Record<string, Chart>;

/** Bar charts. */
export const barCharts: Readonly<Record<string, Chart>> = {
  NEW_TICKETS_COUNT: factCharts.NEW_TICKETS_COUNT,
  TICKET_CREATION_GROUPED_BY_DATE_AND_TAGS: count('New tickets by tag', 'NEW_TICKETS'),
  TICKET_CLOSE_COUNT: factCharts.TICKET_CLOSE_COUNT,
  REPLIES_COUNT: factCharts.TICKET_REPLIES_COUNT,
  MESSAGE_COUNT: factCharts.MESSAGE_COUNT,
  MEDIAN_FIRST_RESPONSE_TIME: factCharts.MEDIAN_FIRST_RESPONSE_TIME,
  MEDIAN_TIME_TO_CLOSE: factCharts.MEDIAN_TIME_TO_CLOSE,
  MEDIAN_REPLY_TIME: factCharts.TICKET_MEDIAN_REPLY_TIME,
  MEDIAN_CONVERSATION_RATING: factCharts.MEDIAN_CONVERSATION_RATING,
  MEDIAN_REASSIGNMENT_COUNT: value('reassignments', 'FIRST_CLOSES'),
  MEDIAN_TIME_TO_FIRST_ASSIGNMENT: factCharts.MEDIAN_FIRST_ASSIGNMENT_TIME,
  SLA_BREACHES_COUNT: factCharts.SLA_BREACHES_COUNT,
  SLA_STARTED_COUNT: count('Started service levels', 'SLA_STARTED'),
  CUSTOMER_SUPPORT_REQUESTED: count('Requests for the team', 'SUPPORT_REQUESTED'),
  HELP_CENTER_ARTICLE_VIEW_COUNT: factCharts.HELP_CENTER_ARTICLE_VIEW_COUNT,
  AI_QUESTIONS_ASKED_COUNT: factCharts.AI_QUESTIONS_ASKED_COUNT,
  WIDGET_OPENED_COUNT_BY_DATE: factCharts.WIDGET_OPENED_COUNT,
  CONVERSATION_STARTED_COUNT_BY_DATE: factCharts.CONVERSATION_STARTED_COUNT,
};

/** Shares, in percent: of which figure, and of which together. */
export const rateCharts: Readonly<Record<string, { title: string; part: FigureName; whole: FigureName[] }>> =
  {
    TICKETS_WITHOUT_COMMENTS_RATE: {
      title: 'Tickets without comments',
      part: 'WITHOUT_COMMENTS',
      whole: ['NEW_TICKETS'],
    },
    SLA_COMPLIANCE: { title: 'Service levels met', part: 'SLA_MET', whole: ['SLA_MET', 'SLA_BREACHED'] },
    SLA_NOT_COMPLIANCE: {
      title: 'Service levels breached',
      part: 'SLA_BREACHED',
      whole: ['SLA_MET', 'SLA_BREACHED'],
    },
  };

/** Heatmaps. */
export const heatmaps: Readonly<Record<string, { title: string; figure: FigureName }>> = {
  BUSIEST_HOURS_PER_WEEKDAY: { title: 'New tickets by weekday and hour', figure: 'NEW_TICKETS' },
  BUSIEST_COMMENTS_PER_WEEKDAY: { title: 'Messages by weekday and hour', figure: 'MESSAGES' },
};

/** The measured column of a chart's facts. */
export const chooseColumn = ({ by }: Chart, usesWorkingHours: boolean): Column =>
  by === 'value' ? 'value' : usesWorkingHours ? 'work_ms' : 'ms';

/** The title of a chart, for a median or an average. */
export const chooseTitle = (chart: Chart, isAverage: boolean): string =>
  isAverage && chart.by !== 'count' ? chart.averageTitle : chart.title;
