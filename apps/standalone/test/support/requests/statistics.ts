import type { FullProject } from '../full-project';
import type { Probes } from './request';

const all = 'startDate=2000-01-01';

/** Narrowed by everything that has an id, which matches nothing elsewhere. */
const narrowed = ({ ids }: FullProject): string => `user=${ids.agent}&team=${ids.team}`;

/** Figures of a project, whole and narrowed. */
const charts =
  (path: string, ...types: string[]): Probes =>
  (its) =>
    types.flatMap((chartType) => {
      const start = `/statistics/${path}?chartType=${chartType}&${all}`;
      return [{ path: start }, { path: `${start}&${narrowed(its)}` }];
    });

const mails =
  (path: string): Probes =>
  (its) => [
    { path: `/statistics/${path}?${all}` },
    { path: `/statistics/${path}?${all}&outboundId=${its.ids.engagementEmail}` },
  ];

const lists = [
  'TEAM_PERFORMANCE_LIST',
  'OPEN_TICKETS_PER_AGENT',
  'TICKETS_WITH_RATING_LIST',
  'SNAPSHOT_TICKETS',
];

/** What is counted. */
export const statisticsProbes: Record<string, Probes> = {
  'statistics.facts': (its, mine) => [
    ...charts('facts', 'NEW_TICKETS_COUNT', 'MEDIAN_FIRST_RESPONSE_TIME')(its, mine),
    { path: `/statistics/facts?chartType=TICKET_COUNT_BY_QUERY&session=${its.ids.contact}` },
  ],
  'statistics.bar-chart': (its, mine) => [
    ...charts('bar-chart', 'NEW_TICKETS_COUNT')(its, mine).map(({ path }) => ({
      path: `${path}&groupedBy=team&groupInterval=year`,
    })),
  ],
  'statistics.lists': charts('lists', ...lists),
  'statistics.lists-export': charts('lists/export', ...lists),
  'statistics.heatmap': charts('heatmap', 'BUSIEST_HOURS_PER_WEEKDAY'),
  'statistics.email-overview': mails('email-overview'),
  'statistics.email-client-usage': mails('email-client-usage'),
  'statistics.email-client-bounces': mails('email-client-bounces'),
  'statistics.raw-data': (its) => [
    { path: `/statistics/raw-data?${all}` },
    { path: `/statistics/raw-data?${all}&associatedEntity=${its.ids.ticket}` },
  ],
};
