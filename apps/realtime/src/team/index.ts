export { requireCaller } from './caller';
export { knownTickets, requireTicket } from './known-tickets';
export { createMembers, type Members } from './members';
export { createTeam, type Team } from './team';
