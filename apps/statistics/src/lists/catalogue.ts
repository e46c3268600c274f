import { averageRatings, ratedTickets } from './ratings';
import { slaReports } from './sla-reports';
import { liveAgents, openPerAgent, ticketSnapshot } from './snapshots';
import type { ListChart } from './table';
import { teamPerformance } from './team-performance';
import { articleViews, searchesWithHits, searchesWithoutHits } from './visitors';

/** All lists by the name of their chart. */
export const lists: Readonly<Record<string, ListChart>> = {
  TEAM_PERFORMANCE_LIST: teamPerformance,
  AVERAGE_RATING_PER_USER_RESULT_LIST: averageRatings,
  TICKETS_WITH_RATING_LIST: ratedTickets,
  SLA_REPORTS_LIST: slaReports,
  SNAPSHOT_TICKETS: ticketSnapshot,
  OPEN_TICKETS_PER_AGENT: openPerAgent,
  LIVE_AGENTS_TEAM: liveAgents,
  ARTICLE_VIEW_STATISTICS_LIST: articleViews,
  ARTICLE_SEARCH_RESULT_LIST: searchesWithHits,
  ARTICLE_SEARCH_WITH_NO_RESULT_LIST: searchesWithoutHits,
};
