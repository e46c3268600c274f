import { comparableEmail } from '@parley/addresses';
import { DomainError, type FieldProblem, invalid } from '@parley/errors';
import { TicketInput } from '@parley/proto/generated/parley/tickets/v1/ticket';
import type {
  ImportedEvent,
  ImportedTicket,
} from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { createPauses } from '@parley/timing';
import { type MessageContent, readMessage } from '../messages';
import { readTicketInput, type TicketPatch } from '../core';

/** Most tickets of a call. */
export const MAX_TICKETS = 500;
/** Most events of a ticket, and of a call. */
export const MAX_EVENTS = 1_000;
export const MAX_EVENTS_TOGETHER = 20_000;
const MAX_EXTERNAL_ID = 255;
const EARLIEST = Date.UTC(2000, 0, 1);
const MAX_RATING = 10;

/** Who wrote an imported message. */
export type ImportedAuthor = 'contact' | 'user' | 'bot';

/** An event of an imported ticket, checked except for the ids it names. */
export type PastEvent = { at: Date; userId: string | undefined } & (
  | { kind: 'message'; from: ImportedAuthor; content: MessageContent }
  | { kind: 'status'; status: string }
  | { kind: 'assign'; assignee?: string | null; team?: string | null }
  | { kind: 'rating'; rating: number }
);

/** A ticket to import, checked except for the ids it names. */
export interface PastTicket {
  externalId: string;
  createdAt: Date;
  patch: TicketPatch;
  /** Who the contact is when the ticket does not name it by its id. */
  email: string | undefined;
  name: string | undefined;
  events: PastEvent[];
}

type Report = (field: string, message: string) => void;

/** Turns a reader's errors into problems of a part of the request. */
const within = async <T>(
  path: string,
  problems: FieldProblem[],
  read: () => T | Promise<T>,
): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.fields.length === 0) throw error;
    problems.push(...error.fields.map(({ field, message }) => ({ field: `${path}.${field}`, message })));
    return undefined;
  }
};

const readTime = (text: string | undefined, field: string, report: Report): Date | undefined => {
  const time = new Date(text ?? '');
  if (!Number.isNaN(time.getTime())) return time;
  report(field, text === undefined ? 'is required' : 'must be a time');
  return undefined;
};

const authors: readonly string[] = ['contact', 'user', 'bot'] satisfies ImportedAuthor[];

const readWords = async (
  event: ImportedEvent,
  path: string,
  problems: FieldProblem[],
): Promise<Pick<Extract<PastEvent, { kind: 'message' }>, 'kind' | 'from' | 'content'> | undefined> => {
  const { comment, markdownComment, isNote } = event;
  const from = event.from ?? '';
  if (!authors.includes(from)) {
    problems.push({ field: `${path}.from`, message: 'must be contact, user or bot' });
    return undefined;
  }
  if (isNote === true && from === 'contact') {
    problems.push({ field: `${path}.isNote`, message: 'a contact writes no notes' });
    return undefined;
  }
  const content = await within(path, problems, () =>
    readMessage({ comment, markdownComment, isNote, bot: from === 'bot' }),
  );
  return content && { kind: 'message', from: from as ImportedAuthor, content };
};

const readAssignment = (event: ImportedEvent, report: Report) => {
  const of = (field: 'processingUser' | 'processingTeam'): string | null | undefined =>
    event.nulls.includes(field) ? null : event[field];
  const [assignee, team] = [of('processingUser'), of('processingTeam')];
  if (assignee === undefined && team === undefined) {
    report('processingUser', 'processingUser or processingTeam is required');
    return undefined;
  }
  return {
    kind: 'assign' as const,
    ...(assignee !== undefined && { assignee }),
    ...(team !== undefined && { team }),
  };
};

const readKind = async (event: ImportedEvent, path: string, problems: FieldProblem[]) => {
  const report: Report = (field, message) => void problems.push({ field: `${path}.${field}`, message });
  switch (event.kind) {
    case 'message':
      return readWords(event, path, problems);
    case 'status': {
      const { status } = event;
      if (!status) return report('status', 'is required');
      return { kind: 'status' as const, status };
    }
    case 'assign':
      return readAssignment(event, report);
    case 'rating': {
      const { rating } = event;
      if (rating === undefined) return report('rating', 'is required');
      if (!(rating >= 0 && rating <= MAX_RATING)) return report('rating', 'must be from 0 to 10');
      return { kind: 'rating' as const, rating };
    }
    default:
      return report('kind', 'must be message, status, assign or rating');
  }
};

/** What reading a call goes by. */
interface Reading {
  now: Date;
  problems: FieldProblem[];
  /** Lets others have their turn: a call has up to 20,000 messages. */
  pause: () => Promise<void> | undefined;
}

const readEvents = async (
  { events, session, email }: ImportedTicket,
  path: string,
  { createdAt, now, problems, pause }: Reading & { createdAt: Date },
): Promise<PastEvent[]> => {
  const hasContact = session !== undefined || email !== undefined;
  let last = createdAt;
  const read: PastEvent[] = [];
  for (const [index, event] of events.entries()) {
    await pause();
    const place = `${path}.events.${index}`;
    const report: Report = (field, message) => void problems.push({ field: `${place}.${field}`, message });
    const at = readTime(event.at, 'at', report);
    if (at) {
      if (at > now) report('at', 'must not be in the future');
      else if (at < createdAt) report('at', 'must not be before createdAt');
      else if (at < last) report('at', 'must not be before the event before it');
      else last = at;
    }
    if (event.kind === 'message' && event.from === 'contact' && !hasContact)
      report('from', 'the ticket has no contact: session or email is required');
    const what = await readKind(event, place, problems);
    if (at && what) read.push({ at, userId: event.user, ...what });
  }
  return read;
};

/** The fields of an imported ticket, as a request to create one. */
const toInput = (ticket: ImportedTicket): TicketInput =>
  TicketInput.fromPartial({
    type: ticket.type,
    title: ticket.title,
    description: ticket.description,
    priority: ticket.priority,
    tags: ticket.tags,
    customData: ticket.customData,
    channel: ticket.channel,
    session: ticket.session,
    processingUser: ticket.processingUser,
    processingTeam: ticket.processingTeam,
  });

const readTicket = async (
  ticket: ImportedTicket,
  path: string,
  reading: Reading,
): Promise<PastTicket | undefined> => {
  const { now, problems } = reading;
  const report: Report = (field, message) => void problems.push({ field: `${path}.${field}`, message });
  const { externalId, session, email, name } = ticket;
  if (externalId === '') report('externalId', 'is required');
  else if (externalId.length > MAX_EXTERNAL_ID)
    report('externalId', `must have at most ${MAX_EXTERNAL_ID} characters`);
  if (ticket.events.length > MAX_EVENTS) {
    report('events', `takes at most ${MAX_EVENTS} events`);
    return undefined;
  }
  const patch = await within(path, problems, () => readTicketInput(toInput(ticket)));
  const createdAt = readTime(ticket.createdAt, 'createdAt', report);
  if (!createdAt) return undefined;
  if (createdAt > now) report('createdAt', 'must not be in the future');
  if (createdAt.getTime() < EARLIEST) report('createdAt', 'must be 2000-01-01 or later');
  const events = await readEvents(ticket, path, { ...reading, createdAt });
  const address = session === undefined ? email && comparableEmail(email) : undefined;
  return patch && { externalId, createdAt, patch, email: address, name, events };
};

/**
 * Reads tickets to import, in stretches between which other requests have their turn.
 *
 * @throws DomainError `invalid` listing at most 100 wrong values by their places: `tickets.3.events.0.at`.
 */
export const readImport = async (tickets: readonly ImportedTicket[], now: Date): Promise<PastTicket[]> => {
  if (tickets.length === 0) throw invalid({ field: 'tickets', message: 'is required' });
  if (tickets.length > MAX_TICKETS)
    throw invalid({ field: 'tickets', message: `takes at most ${MAX_TICKETS} tickets` });
  const together = tickets.reduce((sum, { events }) => sum + events.length, 0);
  if (together > MAX_EVENTS_TOGETHER)
    throw invalid({ field: 'tickets', message: `takes at most ${MAX_EVENTS_TOGETHER} events together` });
  const problems: FieldProblem[] = [];
  const seen = new Map<string, number>();
  const reading = { now, problems, pause: createPauses() };
  const read: PastTicket[] = [];
  for (const [index, ticket] of tickets.entries()) {
    const first = seen.get(ticket.externalId);
    if (first === undefined) seen.set(ticket.externalId, index);
    else problems.push({ field: `tickets.${index}.externalId`, message: `is that of tickets.${first} too` });
    const past = await readTicket(ticket, `tickets.${index}`, reading);
    if (past) read.push(past);
  }
  if (problems.length > 0) throw invalid(problems);
  return read;
};
