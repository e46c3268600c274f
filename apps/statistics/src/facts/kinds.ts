/**
 * The kinds of facts. Those of raw data are named by their action type and numbered in the order of these names, so that rows of
 * one time can be ordered by number; the gaps are for later names.
 */
export const kinds = {
  AI_QUESTION_ASKED: 10,
  ARTICLE_SEARCHED: 20,
  ARTICLE_VIEWED: 30,
  ASSIGN_TICKET: 40,
  COMMENT_CREATED: 50,
  CREATE_TICKET: 60,
  CUSTOMER_SUPPORT_REQUESTED: 70,
  EMAIL_BOUNCED: 80,
  EMAIL_CLICKED: 90,
  EMAIL_OPENED: 100,
  EMAIL_SENT: 110,
  EMAIL_UNSUBSCRIBED: 120,
  NOTE_CREATED: 130,
  SLA_BREACHED: 140,
  SLA_MET: 150,
  SLA_STARTED: 160,
  TICKET_RATED: 170,
  TICKET_REPLY: 180,
  TICKET_STATUS_CHANGE: 190,
  UNASSIGN_TICKET: 200,
  WIDGET_OPENED: 210,
  /** A user wrote, changed the status, assigned or unassigned. No raw data. */
  WORKED_ON: 1_000,
  /** From a user's first assignment to a ticket to the user's first reply from then on. No raw data. */
  ASSIGNED_REPLY: 1_010,
} as const;

/** Name of a kind. */
export type Kind = keyof typeof kinds;

/** Kinds from here on are no rows of raw data. */
export const FIRST_HIDDEN_KIND = kinds.WORKED_ON;

/** Additional properties of a fact, as bits. */
export const flags = {
  /** The ticket's first close, first assignment, first response or first public message. */
  FIRST: 1,
  /** Of a creation: an inquiry that a contact opened. */
  CONVERSATION: 2,
  /** Of a creation: the ticket has no public message. */
  SILENT: 4,
  /** Of a change of status: a close. */
  CLOSE: 8,
  /** Of a close: the last one of its ticket. */
  LAST: 16,
  /** Of a reply: a contact had waited for it. */
  SAMPLE: 32,
} as const;

/** A fact: one row of raw data, or one sample. Times are milliseconds since 1970, durations milliseconds. */
export interface Fact {
  kind: Kind;
  /** Of what caused it; with the kind it is unique in a project. */
  sourceId: string;
  at: number;
  ticketId?: string;
  /** The person that the fact counts for: actor, assignee, or the responsible person. */
  userId?: string;
  /** Team of the ticket at that time. */
  teamId?: string;
  actorType?: string;
  actorId?: string;
  flags: number;
  /** A duration, of all hours. */
  ms?: number;
  /** The same duration in the hours of the team. */
  workMs?: number;
  /** Another measure: a rating, or reassignments until the first close. */
  value?: number;
  /** Of work on a ticket: when a user worked on it before. */
  previousAt?: number;
  /** Of work on a ticket and of assignments: when the same user worked on it, or was assigned, before. */
  previousOwnAt?: number;
  /** Contact of what belongs to no ticket. */
  contactId?: string;
  /** Particulars that raw data and lists show. */
  extra?: Record<string, unknown>;
  /** The current dimensions of its ticket, and the ticket's creation. */
  traitId?: number;
  ticketCreatedAt?: number;
}
