import { type Figure, factsOf } from '../facts/figures';
import { type Period } from '../question/period';
import { type Filters, hasFilter } from '../question/read-question';
import { ticketTimesSql } from '../question/ticket-times';

/** Which facts are looked at: those of a project in a period that pass filters. */
export interface Scope extends Period {
  projectId: string;
  filters: Filters;
}

const JOIN = 'JOIN ticket t ON t.project_id = f.project_id AND t.id = f.ticket_id';

/** Adds a value to the parameters of a statement and answers how it stands there. */
export type Bind = (value: unknown) => string;

export const binder =
  (params: unknown[]): Bind =>
  (value) =>
    `$${params.push(value)}`;

/** What of filters is asked of the ticket. */
export const ticketConditions = (filters: Filters, params: unknown[]): string[] => {
  const bind = binder(params);
  const { types, channels, priorities, tags, outbound, conditions } = filters;
  return [
    ...(types ? [`t.type = ANY (${bind(types)})`] : []),
    ...(channels ? [`t.channel = ANY (${bind(channels)})`] : []),
    ...(priorities ? [`t.priority = ANY (${bind(priorities)})`] : []),
    ...(tags ? [`t.tags && ${bind(tags)}::text[]`] : []),
    ...(outbound === undefined ? [] : [`t.outbound = ${bind(outbound)}`]),
    ...(conditions.length > 0 ? [ticketTimesSql(conditions, params)] : []),
  ];
};

/** Whether filters ask something of the ticket, so that facts are joined with it. */
export const needsTicket = ({ filters }: Pick<Scope, 'filters'>): boolean =>
  ticketConditions(filters, []).length > 0;

/** The FROM and WHERE of a statement over the facts `f` of a figure; with `withTicket` the ticket `t` is there in any case. */
export const factsIn = (
  { projectId, from, to, filters }: Scope,
  figure: Pick<Figure, 'kind' | 'flag'>,
  params: unknown[],
  withTicket = false,
): string => {
  const bind = binder(params);
  const where = [
    `f.project_id = ${bind(projectId)}`,
    factsOf(figure),
    `f.at >= ${bind(from)}`,
    `f.at <= ${bind(to)}`,
    ...(filters.teams ? [`f.team_id = ANY (${bind(filters.teams)})`] : []),
    ...(filters.users ? [`f.user_id = ANY (${bind(filters.users)})`] : []),
  ];
  const ofTicket = ticketConditions(filters, params);
  const join = withTicket || ofTicket.length > 0 ? ` ${JOIN}` : '';
  return `FROM fact f${join} WHERE ${[...where, ...ofTicket].join(' AND ')}`;
};

/** Whether a figure has nothing under these filters, because its facts belong to no ticket. */
export const isEmpty = (figure: Figure, filters: Filters): boolean =>
  figure.isFree === true && hasFilter(filters);
