import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import type { Ticket } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type { TestCaller, TestService } from './service';

/** What a test says and reads, in the name of a caller. */
export interface Conversation {
  createTicket(ticket?: object): Promise<string>;
  read(ticketId: string): Promise<Ticket>;
  say(ticketId: string, comment: string, rest?: object): Promise<Message>;
  reply(messageId: string, comment: string, rest?: object): Promise<Message>;
  /** A message of a ticket, thread replies too. */
  message(id: string): Promise<Message | undefined>;
}

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The service answered nothing');
  return value;
};

export const createConversationClient = (service: TestService, { context }: TestCaller): Conversation => ({
  createTicket: async (ticket = {}) =>
    required((await service.tickets.createTicket({ ticket }, context)).ticket).id,
  read: async (ticketId) => required((await service.tickets.getTicket({ ticketId }, context)).ticket),
  say: async (ticket, comment, rest = {}) =>
    required((await service.messages.createMessage({ ticket, comment, ...rest }, context)).message),
  reply: async (messageId, comment, rest = {}) =>
    required((await service.messages.createThreadReply({ messageId, comment, ...rest }, context)).message),
  message: async (id) => {
    const filter = [{ field: 'id', operator: 'eq', values: [id] }];
    return (await service.messages.findMessages({ filter }, context)).items[0];
  },
});

/** What a call fails with when a field is wrong. */
export const problem = (field: string): object => ({
  kind: 'invalid',
  reason: 'INVALID_INPUT',
  fields: [expect.objectContaining({ field })],
});

/** What a call fails with when there is no such message in the project. */
export const missing = { kind: 'notFound', reason: 'MESSAGE_NOT_FOUND' };

/** A text as the document that it is stored as. */
export const document = (text: string): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
