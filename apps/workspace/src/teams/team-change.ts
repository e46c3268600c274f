import { type FieldProblem, invalid } from '@parley/errors';
import type { UpdateTeamRequest } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { requiredName } from '../names';
import { readOperatingHours } from './operating-hours';
import { readSlaOptions } from './sla-options';
import type { TeamChange } from './team.store';

/** What every team has. */
const kept = ['name', 'assignmentMethod', 'members', 'lexorank'];

const clearable = [
  'selectOnlyOnlineMembers',
  'limitTicketAmount',
  'ticketAmount',
  'countSnoozedTickets',
  'slaOptions',
  'operatingHours',
] as const;

/** Optional fields of a team. */
export type TeamOptions = Partial<Pick<UpdateTeamRequest, 'lexorank' | (typeof clearable)[number]>>;

/** The sent optional fields of a team. 400 naming invalid ones. */
export const readTeamOptions = (sent: TeamOptions): TeamChange => {
  const { lexorank, slaOptions, operatingHours } = sent;
  const { selectOnlyOnlineMembers, limitTicketAmount, ticketAmount, countSnoozedTickets } = sent;
  return {
    ...(lexorank !== undefined && { lexorank }),
    ...(selectOnlyOnlineMembers !== undefined && { selectOnlyOnlineMembers }),
    ...(limitTicketAmount !== undefined && { limitTicketAmount }),
    ...(ticketAmount !== undefined && { ticketAmount }),
    ...(countSnoozedTickets !== undefined && { countSnoozedTickets }),
    ...(slaOptions && { slaOptions: readSlaOptions(slaOptions) }),
    ...(operatingHours && { operatingHours: readOperatingHours(operatingHours) }),
  };
};

/** A request's changes of a team, apart from its members: null clears, and omitted fields stay. */
export const teamChange = (request: UpdateTeamRequest): TeamChange => {
  const { name, assignmentMethod, nulls } = request;
  const problems = kept
    .filter((field) => nulls.includes(field))
    .map((field): FieldProblem => ({ field, message: 'cannot be cleared' }));
  if (problems.length > 0) throw invalid(problems);
  const cleared = clearable.filter((field) => nulls.includes(field));
  return {
    ...(name !== undefined && { name: requiredName(name) }),
    ...(assignmentMethod !== undefined && { assignmentMethod }),
    ...readTeamOptions(request),
    ...Object.fromEntries(cleared.map((field) => [field, null])),
  };
};
