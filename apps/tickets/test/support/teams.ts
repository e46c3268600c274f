import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { TeamOptions } from './neighbours';
import type { Appended, TestCaller, TestService } from './service';

/** A team with members of its own. */
export interface TestTeam {
  id: string;
  members: string[];
}

/** What tests of assignment do all the time, in the project of a caller. */
export interface Teams {
  create(ticket: object, by?: TestCaller): Promise<Ticket>;
  read(ticketId: string): Promise<Ticket>;
  update(ticketId: string, ticket: object, nulls?: string[]): Promise<Ticket>;
  /** A team with so many members of its own. */
  team(method: string, count: number, rules?: TeamOptions): TestTeam;
  /** Who has a ticket. */
  holder(ticket: Ticket | undefined): string | undefined;
  /** What it told of its changes. */
  updates(ticketId: string): Promise<Appended[]>;
  readHistory(ticketId: string): Promise<{ actor: object; field: string; from: unknown; to: unknown }[]>;
}

export const createTeams = (service: TestService, caller: () => TestCaller): Teams => {
  const { neighbours, tickets } = service;
  const create = async (ticket: object, by = caller()): Promise<Ticket> => {
    const answer = await tickets.createTicket({ ticket }, by.context);
    if (!answer.ticket) throw new Error('no ticket');
    return answer.ticket;
  };
  const read = async (ticketId: string): Promise<Ticket> => {
    const { ticket } = await tickets.getTicket({ ticketId }, caller().context);
    if (!ticket) throw new Error('no ticket');
    return ticket;
  };
  return {
    create,
    read,
    team: (method: string, count: number, rules: TeamOptions = {}): TestTeam => {
      const { projectId } = caller();
      const people = Array.from({ length: count }, (_, index) =>
        neighbours.addMember(projectId, { firstName: `Member ${index}` }),
      );
      const members = people.map(({ id }) => id);
      const { id } = neighbours.addTeam(projectId, 'Support', { method, members, ...rules });
      return { id, members };
    },
    update: async (ticketId: string, ticket: object, nulls: string[] = []): Promise<Ticket> => {
      const answer = await tickets.updateTicket({ ticketId, ticket, nulls }, caller().context);
      if (!answer.ticket) throw new Error('no ticket');
      return answer.ticket;
    },
    holder: (ticket) => ticket?.processingUser?.id,
    updates: async (ticketId: string) =>
      (await service.events(ticketId)).filter(({ subject }) => subject === 'tickets.v1.ticket.updated'),
    readHistory: (ticketId: string) =>
      service.db.query<{ actor: object; field: string; from: unknown; to: unknown }>(
        `SELECT actor, field, from_value AS "from", to_value AS "to" FROM ticket_history
          WHERE ticket_id = $1 ORDER BY id`,
        [ticketId],
      ),
  };
};
