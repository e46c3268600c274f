import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { GetBotConversationResponse } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { type Step, type Lookup, namesIn, type Run } from '../core';

const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** A member of free JSON by its name, which may hold dots itself or lead into objects. */
const member = (value: unknown, path: string): unknown => {
  const whole = inside(value, path);
  if (whole !== undefined) return whole;
  const dot = path.indexOf('.');
  return dot < 0 ? undefined : member(inside(value, path.slice(0, dot)), path.slice(dot + 1));
};

/** The contact of a run; fetched once, when first needed. */
export const knownContact = (
  { contacts }: Pick<Deps, 'contacts'>,
  { contactId }: Pick<Run, 'contactId'>,
  context: CallContext,
): (() => Promise<Partial<Contact>>) => {
  let asked: Promise<Partial<Contact>> | undefined;
  const ask = async (): Promise<Partial<Contact>> =>
    (await contacts.getContact({ sessionId: contactId }, context)).contact ?? {};
  return () => (asked ??= ask());
};

/** The bot-related fields of a run's ticket; fetched once, when first needed. */
export const knownTicket = (
  { bots }: Pick<Deps, 'bots'>,
  { conversationId }: Pick<Run, 'conversationId'>,
  context: CallContext,
): (() => Promise<Partial<GetBotConversationResponse>>) => {
  let asked: Promise<Partial<GetBotConversationResponse>> | undefined;
  const ask = (): Promise<Partial<GetBotConversationResponse>> =>
    conversationId === null ? Promise.resolve({}) : bots.getBotConversation({ conversationId }, context);
  return () => (asked ??= ask());
};

/** What stands in a ticket and is changed by steps: attributes, as far as they are set by name. */
export type SetAttributes = Readonly<Record<string, unknown>>;

/** The names that a step uses. */
const listNames = (step: Step): string[] =>
  step.type === 'condition' ? step.if.map(({ field }) => field) : namesIn(JSON.stringify(step));

/** Whether a step goes by what other steps change in the ticket, attributes aside. */
export const readsConversation = (step: Step): boolean =>
  listNames(step).some((name) => name.includes('conversation.'));

const isInTicket = (name: string, set: SetAttributes): boolean => {
  if (name.startsWith('attributes.')) return !Object.hasOwn(set, name.slice('attributes.'.length));
  return /attributes\.|conversation\./.test(name);
};

/** The sources of steps' values. */
export interface Sources {
  contact: () => Promise<Partial<Contact>>;
  ticket: () => Promise<Partial<GetBotConversationResponse>>;
}

/**
 * The values for the conditions and texts of a step; fetches only those that their names need. Includes unwritten attributes of
 * earlier steps.
 */
export const loadFacts = async (
  run: Run,
  step: Step,
  set: SetAttributes,
  { contact, ticket }: Sources,
): Promise<Lookup> => {
  const names = listNames(step);
  const [person, conversation]: [Partial<Contact>, Partial<GetBotConversationResponse>] = await Promise.all([
    names.some((name) => name.includes('contact.')) ? contact() : {},
    names.some((name) => isInTicket(name, set)) ? ticket() : {},
  ]);
  const attributes = { ...conversation.attributes, ...set };
  return (name) => {
    const [group, ...rest] = name.split('.');
    const path = rest.join('.');
    if (name === 'answer') return run.answer ?? undefined;
    if (group === 'attributes') return member(attributes, path);
    if (group === 'contact') return member(person, path);
    if (group === 'conversation') return inside(conversation, path);
    return group === 'event' ? member(run.event, path) : undefined;
  };
};
