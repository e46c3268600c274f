import type { TestCaller, TestService } from './service';

let contacts = 0;

/** A ticket of a contact of its own. */
export interface TicketOfContact {
  id: string;
  contactId: string;
  email: string;
}

/** Creates tickets, each of a contact of its own with an address that no other test uses. */
export const createMany = (
  { neighbours, tickets }: Pick<TestService, 'neighbours' | 'tickets'>,
  caller: TestCaller,
  count: number,
  fields: object = {},
): Promise<TicketOfContact[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      contacts += 1;
      const email = `bulk${contacts}@example.com`;
      const { id: session } = neighbours.addContact(caller.projectId, { email });
      const { ticket } = await tickets.createTicket({ ticket: { session, ...fields } }, caller.context);
      return { id: ticket?.id ?? '', contactId: session, email };
    }),
  );
