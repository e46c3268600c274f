import { type FieldProblem, invalid } from '@parley/errors';
import { type UpdateTeamRequest } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { requiredName } from '../names';
import { readOperatingHours } from './operating-hours';
import { readSlaOptions } from './sla-options';
import { type TeamChange } from './team.store';

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

/** Fields of a team that nobody has to send. */
export type TeamOptions = Partial<Pick<UpdateTeamRequest, 'lexorank' | (typeof clearable)[number]>>;

/** What a caller sent of a team's optional fields. 400 naming what is wrong. */
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

/** What a request changes of a team, apart from its members: null clears, and a field that is left out is left alone. */
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
