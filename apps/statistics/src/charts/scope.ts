import { type Figure, figureCondition } from '../facts';
import { type Period, type Filters, type Grouping, hasFilter, ticketTimesSql } from '../question';

/** Which facts are looked at: those of a project in a period that pass filters. */
export interface Scope extends Period {
  projectId: string;
  filters: Filters;
  /** Whether each fact knows the trait of its ticket; until then tickets are asked. */
  hasTraits: boolean;
}

/** Adds a value to the parameters of a statement and answers how it stands there. */
export type Bind = (value: unknown) => string;

export const binder =
  (params: unknown[]): Bind =>
  (value) =>
    `$${params.push(value)}`;

/** What filters ask of `t`: a ticket, a trait or a sum of a class of tickets, which have the same columns. */
export const traitConditions = (filters: Filters, params: unknown[], t: string): string[] => {
  const bind = binder(params);
  const { types, channels, priorities, tags, outbound } = filters;
  return [
    ...(types ? [`${t}.type = ANY (${bind(types)})`] : []),
    ...(channels ? [`${t}.channel = ANY (${bind(channels)})`] : []),
    ...(priorities ? [`${t}.priority = ANY (${bind(priorities)})`] : []),
    ...(tags ? [`${t}.tags && ${bind(tags)}::text[]`] : []),
    ...(outbound === undefined ? [] : [`${t}.outbound = ${bind(outbound)}`]),
  ];
};

const timeConditions = ({ conditions }: Filters, params: unknown[], createdAt: string): string[] =>
  conditions.length > 0 ? [ticketTimesSql(conditions, params, createdAt)] : [];

/** What filters ask of the ticket `t`. */
export const ticketConditions = (filters: Filters, params: unknown[]): string[] => [
  ...traitConditions(filters, params, 't'),
  ...timeConditions(filters, params, 't.created_at'),
];

const ofTrait: readonly Grouping[] = ['type', 'channel', 'priority', 'tag'];

/** Whether a grouping is a dimension of tickets. */
export const isOfTrait = (by: Grouping): boolean => ofTrait.includes(by);

/** What stands beside facts `f`. */
interface Beside {
  trait?: boolean;
  ticket?: boolean;
}

const chooseJoins = (
  { filters, hasTraits }: Pick<Scope, 'filters' | 'hasTraits'>,
  wanted: Beside,
): Beside => {
  const asksTrait = wanted.trait === true || traitConditions(filters, [], '').length > 0;
  const asksTicket =
    wanted.ticket === true || filters.conditions.some(({ field }) => !hasTraits || field !== 'createdAt');
  return { trait: asksTrait && hasTraits, ticket: asksTicket || (asksTrait && !hasTraits) };
};

/** Whether facts are joined with their tickets. */
export const needsTicket = (scope: Pick<Scope, 'filters' | 'hasTraits'>, wanted: Beside = {}): boolean =>
  chooseJoins(scope, wanted).ticket === true;

/** Where the columns of a trait stand beside facts. */
export const traitAlias = ({ hasTraits }: Pick<Scope, 'hasTraits'>): string => (hasTraits ? 'r' : 't');

const TRAIT = ' JOIN trait r ON r.id = f.trait_id';
const TICKET = ' JOIN ticket t ON t.project_id = f.project_id AND t.id = f.ticket_id';

/** The FROM and WHERE of a statement over the facts `f` of a figure, beside its other columns. */
export const factsIn = (
  scope: Scope,
  figure: Pick<Figure, 'kind' | 'flag'>,
  params: unknown[],
  wanted: Beside = {},
): string => {
  const { projectId, from, to, filters, hasTraits } = scope;
  const bind = binder(params);
  const where = [
    `f.project_id = ${bind(projectId)}`,
    figureCondition(figure),
    `f.at >= ${bind(from)}`,
    `f.at <= ${bind(to)}`,
    ...(filters.teams ? [`f.team_id = ANY (${bind(filters.teams)})`] : []),
    ...(filters.users ? [`f.user_id = ANY (${bind(filters.users)})`] : []),
    ...traitConditions(filters, params, traitAlias(scope)),
    ...timeConditions(filters, params, hasTraits ? 'f.ticket_created_at' : 't.created_at'),
  ];
  const { trait, ticket } = chooseJoins(scope, wanted);
  return `FROM fact f${trait ? TRAIT : ''}${ticket ? TICKET : ''} WHERE ${where.join(' AND ')}`;
};

/** Whether a figure has nothing under these filters, because its facts belong to no ticket. */
export const isEmpty = (figure: Figure, filters: Filters): boolean =>
  figure.isFree === true && hasFilter(filters);
