import { bars, pickDay, ALL_TIME, facts, LATELY, list } from './figure-paths';
import { personId, teamId } from './lives';

const PERSON = `&user=${personId(3)}`;
const TEAM = `&team=${teamId(2)}`;

/** Figures, charts and lists of all time: what they are called, and how they are asked for below `/statistics`. */
export const charts: readonly (readonly [name: string, path: string])[] = [
  ['new tickets', facts('NEW_TICKETS_COUNT')],
  ['new tickets of a type', facts('NEW_TICKETS_COUNT', '&type=BUG')],
  ['messages with a tag', facts('MESSAGE_COUNT', '&tag=tag27')],
  ['messages of a channel', facts('MESSAGE_COUNT', '&channel=EMAIL,WIDGET')],
  ['messages of tickets created since', facts('MESSAGE_COUNT', '&createdAt%3E=2025-06-01')],
  ['messages of tickets changed since', facts('MESSAGE_COUNT', '&updatedAt%3E=2025-06-01')],
  ['median first response', facts('MEDIAN_FIRST_RESPONSE_TIME')],
  ['median reply time', facts('TICKET_MEDIAN_REPLY_TIME')],
  ['median reply time in working hours', facts('TICKET_MEDIAN_REPLY_TIME', '&useWorkingHours=true')],
  ['median reply time of a person', facts('TICKET_MEDIAN_REPLY_TIME', PERSON)],
  ['median reply time of a team', facts('TICKET_MEDIAN_REPLY_TIME', TEAM)],
  ['median reply time of a type', facts('TICKET_MEDIAN_REPLY_TIME', '&type=INQUIRY')],
  [
    'median reply time of a type and channel',
    facts('TICKET_MEDIAN_REPLY_TIME', '&type=INQUIRY&channel=EMAIL'),
  ],
  ['average time to close', facts('MEDIAN_TIME_TO_CLOSE', '&aggsType=AVERAGE')],
  ['median rating', facts('MEDIAN_CONVERSATION_RATING')],
  ['worked on', facts('TICKET_WORKED_ON_COUNT')],
  ['worked on of a team', facts('TICKET_WORKED_ON_COUNT', TEAM)],
  ['without comments', facts('TICKETS_WITHOUT_COMMENTS_RATE')],
  ['open now', facts('SNAPSHOT_OPEN_TICKETS')],
  ['new tickets by day', bars('NEW_TICKETS_COUNT', 'day')],
  ['new tickets by month and type', bars('NEW_TICKETS_COUNT', 'month&groupedBy=type')],
  ['new tickets by month and tag', bars('NEW_TICKETS_COUNT', 'month&groupedBy=tag')],
  ['replies by month and person', bars('REPLIES_COUNT', 'month&groupedBy=user')],
  ['median reply time by day', bars('MEDIAN_REPLY_TIME', 'day')],
  ['median reply time by month', bars('MEDIAN_REPLY_TIME', 'month')],
  ['median reply time by month and person', bars('MEDIAN_REPLY_TIME', 'month&groupedBy=user')],
  ['median reply time by month and type', bars('MEDIAN_REPLY_TIME', 'month&groupedBy=type')],
  ['median reassignments by month', bars('MEDIAN_REASSIGNMENT_COUNT', 'month')],
  ['busiest hours', `heatmap?chartType=BUSIEST_HOURS_PER_WEEKDAY&${ALL_TIME}`],
  [
    'busiest hours of messages of a type',
    `heatmap?chartType=BUSIEST_COMMENTS_PER_WEEKDAY&type=BUG&${ALL_TIME}`,
  ],
  ['team performance', list('TEAM_PERFORMANCE_LIST')],
  ['team performance of a team', list('TEAM_PERFORMANCE_LIST', TEAM)],
  ['ratings per person', list('AVERAGE_RATING_PER_USER_RESULT_LIST')],
  ['rated tickets', list('TICKETS_WITH_RATING_LIST')],
  ['service levels', list('SLA_REPORTS_LIST')],
  ['tickets by type', list('SNAPSHOT_TICKETS')],
  ['open tickets per person', list('OPEN_TICKETS_PER_AGENT')],
];

/** The same of 30 days, and raw data. */
export const lately: typeof charts = [
  ['new tickets, 30 days', `facts?chartType=NEW_TICKETS_COUNT&${LATELY}`],
  ['median reply time, 30 days', `facts?chartType=TICKET_MEDIAN_REPLY_TIME&${LATELY}`],
  ['median reply time of a type, 30 days', `facts?chartType=TICKET_MEDIAN_REPLY_TIME&type=BUG&${LATELY}`],
  ['messages by day, 30 days', `bar-chart?chartType=MESSAGE_COUNT&${LATELY}`],
  ['median reply time by day, 30 days', `bar-chart?chartType=MEDIAN_REPLY_TIME&${LATELY}`],
  ['team performance, 30 days', `lists?chartType=TEAM_PERFORMANCE_LIST&${LATELY}`],
  ['raw data, the newest 1,000', 'raw-data?limit=1000&startDate=2020-01-01'],
];

/** Every request of these asks another question: of its own tags, times, people or periods. */
export const others: readonly (readonly [name: string, toPath: (n: number) => string])[] = [
  [
    'new tickets, each another start',
    (n: number): string => facts('NEW_TICKETS_COUNT').replace('2020-01-01', pickDay(n)),
  ],
  [
    'messages, each with other tags',
    (n: number): string => facts('MESSAGE_COUNT', `&tag=tag${20 + (n % 30)},other${n}`),
  ],
  [
    'messages of tickets created since, each another day',
    (n: number): string => facts('MESSAGE_COUNT', `&createdAt%3E=${pickDay(n)}`),
  ],
  [
    'messages of tickets changed since, each another day',
    (n: number): string => facts('MESSAGE_COUNT', `&updatedAt%3E=${pickDay(n)}`),
  ],
  [
    'median reply time of a type, each another start',
    (n: number): string => facts('TICKET_MEDIAN_REPLY_TIME', '&type=BUG').replace('2020-01-01', pickDay(n)),
  ],
  [
    'worked on of a team, each another start',
    (n: number): string => facts('TICKET_WORKED_ON_COUNT', TEAM).replace('2020-01-01', pickDay(n)),
  ],
];
