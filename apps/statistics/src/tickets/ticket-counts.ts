import type { FieldFilter } from '@parley/proto/generated/parley/common/v1/filter';
import type { GetFactsRequest } from '@parley/proto/generated/parley/statistics/v1/statistics_service';
import type { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import type { CallContext, Client } from '@parley/rpc';
import type { Question } from '../question';

/** How many tickets the list of tickets has. */
export interface TicketCounts {
  /** The `totalCount` of the list with the filters of a request; its period narrows `createdAt` when one was sent. */
  count(request: GetFactsRequest, question: Question, context: CallContext): Promise<number>;
}

const any = (field: string, values: string[] | undefined): FieldFilter[] =>
  values ? [{ field, operator: 'eq', values }] : [];

const from = (question: Question): FieldFilter[] => {
  const { types, channels, priorities, tags, teams, users, outbound } = question.filters;
  return [
    ...any('type', types),
    ...any('channel.type', channels),
    ...any('priority', priorities),
    ...any('tags', tags),
    ...any('processingTeam', teams),
    ...any('processingUser', users),
    ...any('outbound', outbound === undefined ? undefined : [outbound]),
  ];
};

const toPeriodFilter = ({ startDate, endDate }: GetFactsRequest, question: Question): FieldFilter[] => {
  if (startDate === undefined && endDate === undefined) return [];
  return [
    { field: 'createdAt', operator: 'gte', values: [question.from.toISOString()] },
    { field: 'createdAt', operator: 'lte', values: [question.to.toISOString()] },
  ];
};

const flags = ['archived', 'hidden', 'isSpam'] as const;

/** Asks the tickets service with the caller's permissions. */
export const createTicketCounts = (client: Client<TicketsServiceDefinition>): TicketCounts => ({
  count: async (request, question, context) => {
    const isFlag = ({ field, operator }: FieldFilter): boolean =>
      operator === 'eq' && (flags as readonly string[]).includes(field);
    // The list has its own parameters for tickets that it omits unless asked for.
    const own = Object.fromEntries(
      request.filter.filter(isFlag).map(({ field, values }) => [field, values[0] === 'true']),
    );
    const { totalCount } = await client.listTickets(
      {
        ...own,
        ignoreArchived: request.ignoreArchived,
        filter: [
          ...request.filter.filter((one) => !isFlag(one)),
          ...from(question),
          ...toPeriodFilter(request, question),
        ],
        skip: 0,
        limit: 1,
      },
      context,
    );
    return totalCount;
  },
});
