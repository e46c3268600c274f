import type { EventRow } from '@parley/events';
import { newId, type Sql } from '@parley/persistence';
import type { MessageDelivery } from './delivery';
import type { HistoryActor } from './history';
import type { MessageKind, MessageRow } from './message';
import { toMessageRecord } from './message.columns';
import { type InsertOptions, insertStatement } from './message.insert.statement';
import type { ReplyMail } from './reply-mail';

/** A message to insert with everything that follows from it. */
export interface MessageInsert {
  row: MessageRow;
  clientMutationId: string | null;
  kind: MessageKind;
  /** Beginning of its text, for the ticket; null when it has none. */
  latestComment: string | null;
  /** When an answer is due to the contact who wrote it; null when only the ticket's team may have promised one. */
  slaDueAt: Date | null;
  /** The parts of a mail, sent when the ticket's contact takes mail; null for no mail. */
  mail: ReplyMail | null;
  /** The event, of which the database fills in `index`, `emailId`, type and contact of the ticket, and how it shows. */
  event: EventRow;
  /** The event `heard_from` of its contact; null for a message that no contact wrote. */
  heardFrom: EventRow | null;
  actor: HistoryActor;
  /** The member of the team who wrote it publicly and manually; null for all others. */
  personId: string | null;
}

/** What became of a message. */
export interface InsertedMessage {
  index: number;
  emailId: string | null;
  /** State of its mail; null when nothing is mailed. */
  delivery: MessageDelivery[] | null;
  statusBefore: string;
  status: string;
  /** The ticket that its ticket is merged into. */
  duplicateOfId: string | null;
  /** The ticket's contact. */
  contactId: string | null;
  /** Whether it is in the conversation of that contact. */
  isPublic: boolean;
  /** Whether the contact's agent changed. */
  hasNewAgent: boolean;
  /** Identifier in the history of the change of status, if there was one. */
  changeId: string;
}

/**
 * Why a message was not inserted, with nothing changed: the ticket is gone, closed for its contact, or merged into another;
 * its team's opening hours say when an answer is due; or the statement alone does not do, or not now.
 */
export interface Refused {
  refused: 'gone' | 'closed' | 'merged' | 'hours' | 'held';
}

type Json = string | undefined;

/** A JSON object of values that are JSON already, so that no text is quoted twice. */
const jsonObject = (members: Record<string, Json>): string =>
  `{${Object.entries(members)
    .flatMap(([name, json]) => (json === undefined ? [] : `"${name}":${json}`))
    .join()}}`;

const eventJson = ([id, subject, projectId, aggregateId, payload, headers]: EventRow): string =>
  jsonObject({
    id: JSON.stringify(id),
    subject: JSON.stringify(subject),
    project_id: JSON.stringify(projectId),
    aggregate_id: JSON.stringify(aggregateId),
    payload,
    headers,
  });

const given = (value: unknown): Json => (value === null ? undefined : JSON.stringify(value));

const toldJson = (message: MessageInsert, place: number, changeId: string): string => {
  const { row, heardFrom } = message;
  return jsonObject({
    place: String(place),
    project_id: JSON.stringify(row.projectId),
    ticket_id: JSON.stringify(row.ticketId),
    record: JSON.stringify(toMessageRecord(row)),
    at: JSON.stringify(row.createdAt),
    kind: JSON.stringify(message.kind),
    comment: given(message.latestComment),
    mail: given(message.mail),
    due: given(message.slaDueAt),
    mutation: given(message.clientMutationId),
    change_id: JSON.stringify(changeId),
    actor: JSON.stringify(message.actor),
    person: given(message.personId),
    event: eventJson(message.event),
    heard: heardFrom ? eventJson(heardFrom) : undefined,
  });
};

/**
 * Inserts messages, each into a ticket of its own. All of them fail on `mutationKey` when the ticket of one has a message with the
 * same `clientMutationId`.
 */
export const insertMessages = async (
  sql: Sql,
  messages: readonly MessageInsert[],
  options: InsertOptions,
): Promise<(InsertedMessage | Refused)[]> => {
  const changeIds = messages.map(() => newId());
  const told = messages.map((message, place) => toldJson(message, place, changeIds[place] as string));
  const rows = await sql.query<Row>(insertStatement(options), [`[${told.join()}]`], { prepare: true });
  const found = new Map(rows.map((row) => [row.place, row]));
  return messages.map((_, place) => {
    const row = found.get(place) ?? { refused: options.isAlone ? 'held' : 'gone' };
    if (row.refused !== null) return { refused: row.refused };
    return toInserted(row, changeIds[place] as string);
  });
};

type InsertedRow = Omit<InsertedMessage, 'changeId'> & { place: number; refused: null };
type Row = InsertedRow | (Refused & { place: number });

const toInserted = (
  { place: _place, refused: _refused, ...inserted }: InsertedRow,
  changeId: string,
): InsertedMessage => ({ ...inserted, changeId });

/** Name of the index that keeps a `clientMutationId` from being used twice in a ticket. */
export const mutationKey = 'message_project_id_ticket_id_client_mutation_id_key';
