import type {
  Conversation,
  ConversationMessage,
} from '@parley/proto/generated/parley/tickets/v1/conversation';
import { newId } from '@parley/persistence';
import { createConversationClient, type Conversation as Talk } from './conversation';
import { type Appended, callerIn, type TestCaller, type TestService } from './service';

/** What a test does on the side of a contact, and of the team that the contact talks with. */
export interface ContactSide {
  caller: TestCaller;
  /** The team's side, in the name of the caller. */
  team: Talk;
  /** The contact, whose `userId` is `consumer`. */
  contactId: string;
  addContact(contact?: object): string;
  open(request?: object): Promise<Conversation>;
  get(conversationId: string, contactId?: string): Promise<Conversation>;
  list(request?: object): Promise<Conversation[]>;
  unreadConversations(): Promise<number>;
  send(conversationId: string, comment: string, rest?: object): Promise<ConversationMessage>;
  messages(conversationId: string, rest?: object): Promise<ConversationMessage[]>;
  texts(conversationId: string, rest?: object): Promise<(string | undefined)[]>;
  read(conversationId: string, messageId?: string): Promise<Conversation>;
  /** Events of a ticket that its contact is told of, from the given one on. */
  told(ticketId: string, skip?: number): Promise<Told[]>;
}

/** An event as the contact's stream would tell it. */
export type Told = Pick<Appended, 'subject'> & { payload: Record<string, unknown> };

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The service answered nothing');
  return value;
};

export const contactSide = (service: TestService, projectId = newId()): ContactSide => {
  const caller = callerIn(service.neighbours, projectId);
  const { context } = caller;
  const { conversations } = service;
  const addContact = (contact: object = {}): string => service.neighbours.addContact(projectId, contact).id;
  const contactId = addContact({ userId: 'consumer', name: 'Carla' });
  const messages = async (conversationId: string, rest: object = {}) =>
    (await conversations.listConversationMessages({ conversationId, limit: 100, ...rest }, context)).messages;
  return {
    caller,
    team: createConversationClient(service, caller),
    contactId,
    addContact,
    open: async (request = {}) =>
      required(
        (await conversations.createConversation({ contactId, channel: 'S2S', ...request }, context))
          .conversation,
      ),
    get: async (conversationId, of) =>
      required(
        (await conversations.getConversation({ conversationId, contactId: of }, context)).conversation,
      ),
    list: async (request = {}) =>
      (await conversations.listConversations({ contactId, ...request }, context)).conversations,
    unreadConversations: async () =>
      (await conversations.countUnreadConversations({ contactId }, context)).count,
    send: async (conversationId, comment, rest = {}) =>
      required(
        (await conversations.sendConversationMessage({ conversationId, comment, ...rest }, context)).message,
      ),
    messages,
    texts: async (conversationId, rest) =>
      (await messages(conversationId, rest)).map(({ plainText }) => plainText),
    read: async (conversationId, messageId) =>
      required((await conversations.readConversation({ conversationId, messageId }, context)).conversation),
    told: async (ticketId, skip = 0) =>
      (await service.allEvents(ticketId))
        .map(({ subject, payload }) => ({ subject, payload: payload as Record<string, unknown> }))
        .filter(
          ({ subject, payload }) => subject.includes('.conversation.') || payload['shown'] !== undefined,
        )
        .slice(skip),
  };
};
