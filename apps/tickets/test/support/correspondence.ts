import { eventually } from '@parley/testing';
import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import type { Email } from 'postal-mime';
import { type Conversation, createConversationClient } from './conversation';
import { createMailServer } from './mail';
import { callerIn, type TestCaller, type TestService } from './service';

let contacts = 0;

/** A project with an agent, a mail server that hands mail in, and a contact with an address that no other test uses. */
export interface Correspondence {
  caller: TestCaller;
  talk: Conversation;
  receive: ReturnType<typeof createMailServer>;
  /** The contact's. */
  address: string;
  session: string;
  /** Mails that an address got, once there are so many. */
  mails(expected: number, to?: string): Promise<Email[]>;
  listMessages(ticket: string): Promise<Message[]>;
  tickets(): Promise<{ id: string }[]>;
  update(ticketId: string, ticket: object): Promise<unknown>;
  /** A ticket whose contact got one mail. */
  answered(): Promise<{ id: string; mail: Email }>;
}

/** The address that a mail asks to answer to. */
export const readReplyTo = (mail: Email | undefined): string => mail?.replyTo?.[0]?.address ?? '';

export const correspond = (service: TestService): Correspondence => {
  const caller = callerIn(service.neighbours);
  const talk = createConversationClient(service, caller);
  contacts += 1;
  const address = `grace${contacts}@example.com`;
  const session = service.neighbours.addContact(caller.projectId, { email: address, name: 'Grace' }).id;
  const mails: Correspondence['mails'] = (expected, to = address) =>
    eventually(() => {
      const found = service.inbox.to(to);
      expect(found).toHaveLength(expected);
      return found;
    });
  return {
    caller,
    talk,
    receive: createMailServer(service, caller.projectId),
    address,
    session,
    mails,
    listMessages: async (ticket) => {
      const filter = [{ field: 'ticket', operator: 'eq', values: [ticket] }];
      return (await service.messages.findMessages({ filter, sort: 'index' }, caller.context)).items;
    },
    tickets: () => service.db.query('SELECT id FROM ticket WHERE project_id = $1', [caller.projectId]),
    update: (ticketId, ticket) => service.tickets.updateTicket({ ticketId, ticket }, caller.context),
    answered: async () => {
      const id = await talk.createTicket({ session, title: 'Printer' });
      await talk.say(id, 'Is it on?');
      const [mail] = await mails(1);
      if (!mail) throw new Error('no mail');
      return { id, mail };
    },
  };
};
