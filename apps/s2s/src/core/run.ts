import type { Input } from './step';

export type RunStatus = 'running' | 'waiting' | 'done' | 'cancelled' | 'failed';

/** A file that was given for an answer. */
export interface File {
  name: string;
  url: string;
  type?: string;
}

/** The contact's words of an answer. */
export interface Words {
  comment?: string;
  attachments?: File[];
}

/** The wait of a run, or the work before its next step. */
export type Pending =
  | { kind: 'question'; prompt: string; input: Input }
  | { kind: 'tool'; toolCallId: string; name: string; arguments: Record<string, unknown>; expiresAt: string }
  | { kind: 'answer'; value: unknown; words: Words; next: string | null }
  | { kind: 'result'; value: string }
  | { kind: 'handoff'; words?: Words }
  /** Of an ended run with a contact that is not notified yet. */
  | { kind: 'end' };

/** The event that started a run. */
export interface RunEvent {
  name: string;
  data?: unknown;
}

/** A workflow that runs, or ran, in a conversation. */
export interface Run {
  projectId: string;
  id: string;
  organisationId: string;
  workflowId: string;
  version: number;
  /** Null until an event's conversation is open. */
  conversationId: string | null;
  contactId: string;
  channel: string;
  status: RunStatus;
  waitsFor: 'answer' | 'delay' | 'tool' | null;
  /** The step that it waits in, or that it enters next. */
  currentStep: string | null;
  taken: number;
  entered: Record<string, number>;
  answer: unknown;
  event: RunEvent | null;
  pending: Pending | null;
  requestKey: string | null;
  /** When it goes on by itself; null for never. */
  dueAt: Date | null;
  claim: number;
  error: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

/** Whether a run is over. */
export const isEnded = ({ status }: Pick<Run, 'status'>): boolean =>
  status !== 'running' && status !== 'waiting';

/** Milliseconds without a sign of life after which another process continues a run. */
export const LEASE_MS = 8_000;
/** Most times that a run enters a step, and most steps that it takes (docs/rules/s2s.md). */
export const MAX_ENTRIES = 50;
export const MAX_TAKEN = 1_000;
