import { type Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { type GetBotConversationResponse } from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { type Lookup } from './render';
import { type Run } from './run';

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

/** The contact of a run; asked for once, by whoever needs it first. */
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

/** Whether what a step goes by stands in the ticket, which other steps change. */
export const needsTicket = (needs: string): boolean => /attributes\.|conversation\./.test(needs);

/** What conditions and texts of a step go by; asks only for what their names need. */
export const factsOf = async (
  { bots }: Pick<Deps, 'bots'>,
  run: Run,
  needs: string,
  { contact, context }: { contact: () => Promise<Partial<Contact>>; context: CallContext },
): Promise<Lookup> => {
  const { conversationId } = run;
  const [person, ticket] = await Promise.all([
    needs.includes('contact.') ? contact() : {},
    needsTicket(needs) && conversationId !== null
      ? bots.getBotConversation({ conversationId }, context)
      : undefined,
  ]);
  const conversation: Partial<GetBotConversationResponse> = ticket ?? {};
  return (name) => {
    const [group, ...rest] = name.split('.');
    const path = rest.join('.');
    if (name === 'answer') return run.answer ?? undefined;
    if (group === 'attributes') return member(conversation.attributes, path);
    if (group === 'contact') return member(person, path);
    if (group === 'conversation') return inside(conversation, path);
    return group === 'event' ? member(run.event, path) : undefined;
  };
};
