import type { RichNode } from '@parley/ui';
import type { ToolCall } from './tools';

/** The API's answers, as far as the widget reads them. */

export interface Attachment {
  name: string;
  url: string;
  type?: string;
}

export interface Message {
  id: string;
  conversation: string;
  author?: { type: 'contact' | 'agent' | 'bot'; name?: string; avatar?: string };
  content?: RichNode;
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
  /** Whether the contact gets missed messages by e-mail. */
  hasEmail?: boolean;
  unreadCount: number;
  lastMessage?: Message;
  /** How the contact rated it, 0 to 10. */
  rating?: number;
  /** Comment of the contact beside it. */
  ratingComment?: string;
  agent?: { name?: string };
  /** When a person of the team last read it or answered, ISO 8601. */
  teamReadAt?: string;
  /** Whether a workflow or an AI agent has it. */
  botActive?: boolean;
  lastActivity?: string;
}

/** The accepted answers to a workflow's question. */
export interface PendingInput {
  kind: string;
  options: { id: string; label: string }[];
  multiple: boolean;
  /** Of a rating. */
  min?: number;
  max?: number;
}

/** The pending step of a conversation. */
export interface PendingStep {
  id: string;
  type: string;
  prompt?: string;
  /** Of a question. */
  input?: PendingInput;
  /** Of a task for the page. */
  tool?: ToolCall;
}
