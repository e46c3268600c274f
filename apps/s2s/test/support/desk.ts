import { unavailable } from '@parley/errors';
import { newId } from '@parley/persistence';
import {
  type ApplyBotActionRequest,
  type ApplyBotActionResponse,
  BotActionsServiceDefinition,
} from '@parley/proto/generated/parley/tickets/v1/bot_actions_service';
import { ConversationsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/conversations_service';
import type { CallContext, Partially, ServiceImplementation } from '@parley/rpc';
import { partly } from './partly';

/** Something that was said. */
export interface Saying {
  id: string;
  by: 'contact' | 'bot';
  text: string;
  createdAt?: string;
}

/** A ticket, as far as bots go by it. */
export interface DeskTicket {
  contactId: string;
  closed: boolean;
  /** What it shows of the bot that has it; `agent` or `workflow` with an id, nothing when none has it. */
  shows: string | undefined;
  /** How often people took over. */
  handoffs: number;
  said: Saying[];
  attributes: Record<string, unknown>;
}

type Asked = Partially<ApplyBotActionRequest>;
type Answer = Partially<ApplyBotActionResponse>;

/** A call that is on its way. */
export interface OnItsWay {
  /** Settles once it is there. */
  there: Promise<void>;
  goOn(): void;
}

/** Stands in for the service of tickets: what is asked for with a key is had once. */
export interface Desk {
  services: ServiceImplementation[];
  tickets: Map<string, DeskTicket>;
  /** Messages are refused while it is true: their service is away. */
  isAway: boolean;
  /** Whether messages say when they were created: what follows a new one waits for its event. */
  isDated: boolean;
  open(contactId: string): string;
  /** The contact writes. */
  say(conversationId: string, text: string): string;
  texts(conversationId: string): string[];
  /** Lets the next action whose key ends so wait before it is done, or after it is done and before it is answered. */
  delay(keyEnd: string, when: 'before' | 'after'): OnItsWay;
  /** What a process of another version asked for by this key, and was answered. */
  doneBefore(key: string, conversationId: string, asked: Asked, answer: Answer): void;
}

const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('There is no such conversation');
  return value;
};

/** Opens a desk. */
export const openDesk = (): Desk => {
  const tickets = new Map<string, DeskTicket>();
  const had = new Map<string, unknown>();
  const delays: { keyEnd: string; when: 'before' | 'after'; arrived: () => void; going: Promise<void> }[] =
    [];

  const wait = async (key: string, when: 'before' | 'after'): Promise<void> => {
    const index = delays.findIndex((one) => one.when === when && key.endsWith(one.keyEnd));
    if (index < 0) return;
    const [delay] = delays.splice(index, 1);
    delay?.arrived();
    await delay?.going;
  };
  const once = async <T>({ idempotencyKey: key = '' }: CallContext, run: () => T): Promise<T> => {
    await wait(key, 'before');
    const known = key === '' ? undefined : had.get(key);
    const answer = (known ?? run()) as T;
    if (key !== '') had.set(key, answer);
    await wait(key, 'after');
    return answer;
  };

  const write = (ticket: DeskTicket, by: Saying['by'], text: string): string => {
    const id = newId();
    ticket.said.push({ id, by, text, ...(desk.isDated && { createdAt: new Date().toISOString() }) });
    return id;
  };
  const show = (ticket: DeskTicket, { bot, handoff }: Asked): void => {
    if (handoff) ticket.handoffs += 1;
    if (handoff || bot?.active === false) ticket.shows = undefined;
    else if (bot) ticket.shows = bot.agent ? `agent ${bot.agent}` : `workflow ${bot.workflow}`;
  };
  const findRefusal = (ticket: DeskTicket, { isEnd, onlyIfOwn, actor }: Asked): string | undefined => {
    if (isEnd) return undefined;
    if (onlyIfOwn && ticket.shows !== `${actor?.type} ${actor?.id}`) return 'not_own';
    return ticket.closed ? 'closed' : undefined;
  };
  const act = (asked: Asked): Answer => {
    const ticket = required(tickets.get(asked.conversationId ?? ''));
    const refusal = findRefusal(ticket, asked);
    const answer = { steps: asked.steps, branches: asked.branches ?? [] };
    if (refusal !== undefined) return { ...answer, applied: false, refusal };
    for (const text of [asked.markdown, ...(asked.moreMarkdown ?? [])])
      if (text !== undefined) write(ticket, 'bot', text);
    const set = [asked.attribute, ...(asked.moreAttributes ?? [])];
    for (const one of set) if (one) ticket.attributes[one.key ?? ''] = one.value;
    show(ticket, ticket.closed ? { bot: { active: false } } : asked);
    return { ...answer, applied: true, ended: asked.handoff !== undefined || asked.bot?.active === false };
  };

  const presented = (id: string): object => {
    const { contactId, closed, said } = required(tickets.get(id));
    const { by, text, ...last } = said.at(-1) ?? {};
    return {
      id,
      status: closed ? 'closed' : 'open',
      contact: { id: contactId },
      ...(by && { lastMessage: { ...last, author: { type: by }, plainText: text } }),
    };
  };
  const open = (contactId: string): string => {
    const id = newId();
    tickets.set(id, { contactId, closed: false, shows: undefined, handoffs: 0, said: [], attributes: {} });
    return id;
  };

  const desk: Desk = {
    tickets,
    isAway: false,
    isDated: false,
    open,
    say: (id, text) => write(required(tickets.get(id)), 'contact', text),
    texts: (id) => required(tickets.get(id)).said.map(({ text }) => text),
    delay: (keyEnd, when) => {
      let [arrived, goOn] = [(): void => undefined, (): void => undefined];
      const there = new Promise<void>((resolve) => (arrived = resolve));
      const going = new Promise<void>((resolve) => (goOn = resolve));
      delays.push({ keyEnd, when, arrived, going });
      return { there, goOn };
    },
    doneBefore: (key, conversationId, asked, answer) => {
      act({ ...asked, conversationId });
      had.set(key, answer);
    },
    services: [
      partly(BotActionsServiceDefinition, {
        applyBotAction: (request, context) => once(context, () => act(request)),
        getBotConversation: ({ conversationId }) => {
          const { contactId, closed, attributes } = required(tickets.get(conversationId));
          return Promise.resolve({ contactId, closed, attributes, status: 'OPEN', tags: [] });
        },
      }),
      partly(ConversationsServiceDefinition, {
        getConversation: ({ conversationId }) => Promise.resolve({ conversation: presented(conversationId) }),
        createConversation: ({ contactId }, context) =>
          once(context, () => ({ conversation: presented(open(contactId)) })),
        closeConversation: ({ conversationId }) => {
          required(tickets.get(conversationId)).closed = true;
          return Promise.resolve({ conversation: presented(conversationId) });
        },
        sendConversationMessage: ({ conversationId, comment }, context) => {
          if (desk.isAway) throw unavailable('The messages are away.');
          return once(context, () => {
            const id = write(required(tickets.get(conversationId)), 'contact', String(comment));
            return { message: { id } };
          });
        },
        listConversationMessages: () => Promise.resolve({ messages: [] }),
      }),
    ],
  };
  return desk;
};
