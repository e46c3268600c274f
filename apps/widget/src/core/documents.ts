import { type ToolCall } from './tools';

/** What the API answers, as far as the widget reads it. */

/** A rich-text document or a node of it. */
export interface RichText {
  type?: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: RichText[];
}

export interface Attachment {
  name: string;
  url: string;
  type?: string;
}

export interface Message {
  id: string;
  conversation: string;
  author?: { type: 'contact' | 'agent' | 'bot'; name?: string; avatar?: string };
  content?: RichText;
  plainText?: string;
  attachments: Attachment[];
  /** Of the contact's own messages: what they were sent with. */
  clientMutationId?: string;
  createdAt?: string;
}

export interface Conversation {
  id: string;
  title?: string;
  status: 'open' | 'closed';
  /** Whether the team is done with it; the contact may go on. */
  resolved?: boolean;
  /** Whether the contact gets by e-mail what it misses. */
  hasEmail?: boolean;
  unreadCount: number;
  lastMessage?: Message;
  /** How the contact rated it, 0 to 10. */
  rating?: number;
  agent?: { name?: string };
  /** Whether a workflow or an AI agent has it. */
  botActive?: boolean;
  lastActivity?: string;
}

/** What a question of a workflow takes for an answer. */
export interface PendingInput {
  kind: string;
  options: { id: string; label: string }[];
  multiple: boolean;
  /** Of a rating. */
  min?: number;
  max?: number;
}

/** What a conversation waits for. */
export interface PendingStep {
  id: string;
  type: string;
  prompt?: string;
  /** Of a question. */
  input?: PendingInput;
  /** Of what the page is asked to do. */
  tool?: ToolCall;
}
