import type { Options } from '../../index';
import type { Conversation, Message, PendingStep } from './documents';
import type { Texts } from './texts';
import type { Item } from './item';

/** The view of the open widget. */
export type View =
  | { name: 'home' }
  /** Without an id a conversation that begins with its first message. */
  | { name: 'conversation'; id?: string; hasBegun?: true }
  | { name: 'search'; term: string }
  | { name: 'article'; ref: string }
  | { name: 'news'; id: string };

/** The messages of a conversation that were read so far, oldest first. */
export interface Thread {
  messages: readonly Message[];
  /** Whether there are earlier ones. */
  hasEarlier: boolean;
}

/** A message that the contact wrote and the platform may not have yet. */
export interface Outgoing {
  /** Identifies repeats: after any loss on the way, it is stored once. */
  mutationId: string;
  /** Undefined for the first message of a new conversation. */
  conversationId?: string;
  text: string;
  attachments: { name: string; url: string; type?: string }[];
  /** Of the first message: attributes of the conversation. */
  attributes?: Readonly<Record<string, unknown>>;
  /** Of the first message: where missed answers go. */
  email?: string;
  /** ISO 8601. */
  writtenAt: string;
  /** Why the platform refused it for good. */
  refusal?: string;
}

export interface State {
  /** Options of the page for its appearance. */
  options: Options;
  /** Attributes of the conversations that begin from now on. */
  fields: Readonly<Record<string, unknown>>;
  /** Address that a guest gave before the conversation that it is for. */
  email?: string;
  /** Undefined until they came: nothing shows before. */
  texts: Texts | undefined;
  isOpen: boolean;
  isHidden: boolean;
  view: View;
  isOnline: boolean;
  /** Whether the tab is visible. */
  isVisible: boolean;
  /** Undefined until they were read. */
  conversations: readonly Conversation[] | undefined;
  threads: Readonly<Record<string, Thread>>;
  outbox: readonly Outgoing[];
  /** What each conversation's workflow waits for; null for nothing. */
  steps: Readonly<Record<string, PendingStep | null>>;
  typing: { conversationId: string; name: string | undefined } | undefined;
  hasSound: boolean;
  /** Messages that came while hidden, for screen readers; the newest last. */
  announced: readonly { key: string; text: string }[];
  /** The team's items for the visitor on this page, newest first. */
  items: readonly Item[];
}

export const firstState: State = {
  options: {},
  fields: {},
  texts: undefined,
  isOpen: false,
  isHidden: false,
  view: { name: 'home' },
  isOnline: true,
  isVisible: true,
  conversations: undefined,
  threads: {},
  outbox: [],
  steps: {},
  typing: undefined,
  hasSound: false,
  announced: [],
  items: [],
};

/** The conversation that is visible to the visitor right now. */
export const lookedAt = ({ isOpen, isVisible, view }: State): string | undefined =>
  isOpen && isVisible && view.name === 'conversation' ? view.id : undefined;

/** Messages that the contact has not read, in all conversations but the one that it reads. */
export const countUnread = (state: State): number =>
  (state.conversations ?? [])
    .filter(({ id }) => id !== lookedAt(state))
    .reduce((sum, { unreadCount }) => sum + unreadCount, 0);
