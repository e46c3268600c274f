import { type Database, gather, isConnectionFailure } from '@parley/persistence';
import {
  MAX_TOGETHER,
  type InsertedMessage,
  insertMessages,
  type MessageInsert,
  type Refused,
} from '../core';

/** Writes a message by itself; those that arrive while others are written go together in the next statement. */
export interface InsertTogether {
  /** As `insertMessages` for one message, durable when it answers. */
  insert(message: MessageInsert): Promise<InsertedMessage | Refused>;
}

/** Statements that may be under way at a time. With two each has half of the messages, and all of them cost more. */
const AT_A_TIME = 1;
/** Characters of JSON of an event from which on a message goes by itself, so that a statement stays short. */
const LARGE = 100_000;

const PAYLOAD = 4;

const alone = { toMerged: false, toNewAgent: false, isAlone: true };

const makeKey = ({ row }: MessageInsert): string => `${row.projectId} ${row.ticketId}`;

/** The first of the messages for each ticket, in the order of tickets. */
const firstOfEach = (messages: readonly MessageInsert[]): MessageInsert[] => {
  const first = new Map<string, MessageInsert>();
  for (const message of messages) if (!first.has(makeKey(message))) first.set(makeKey(message), message);
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, message]) => message);
};

/** The answer for a message when its ticket got another one by the same statement. */
const AGAIN = Symbol('again');

type Answer = InsertedMessage | Refused | Error;

/**
 * Most of a message's cost in the database is beginning, ending and committing a statement. Messages that come at the same time
 * share both. A statement never waits for locks, so that a locked ticket delays no other ticket's message, and messages of one
 * ticket stay in order.
 */
export const createInsertTogether = (db: Database): InsertTogether => {
  const insertOne = async (message: MessageInsert): Promise<Answer> => {
    try {
      return (await insertMessages(db, [message], alone))[0] as Answer;
    } catch (error) {
      return error as Error;
    }
  };

  const insertAll = async (messages: readonly MessageInsert[]): Promise<Map<MessageInsert, Answer>> => {
    const [only] = messages;
    if (only && messages.length === 1) return new Map([[only, await insertOne(only)]]);
    try {
      const inserted = await insertMessages(db, messages, alone);
      return new Map(messages.map((message, at) => [message, inserted[at] as Answer]));
    } catch (error) {
      // Whether they were written is not known when the connection broke, so they are not written again.
      if (isConnectionFailure(error)) return new Map(messages.map((message) => [message, error as Error]));
      // One bad message must not fail its neighbours.
      const answers = new Map<MessageInsert, Answer>();
      for (const message of messages) answers.set(message, await insertOne(message));
      return answers;
    }
  };

  const ask = gather<MessageInsert, InsertedMessage | Refused | typeof AGAIN>(
    async (messages) => {
      const answers = await insertAll(firstOfEach(messages));
      return messages.map((message) => answers.get(message) ?? AGAIN);
    },
    { maxBatch: MAX_TOGETHER, atATime: AT_A_TIME },
  );

  /** The second message of a ticket waits for the next statement, so that many to one ticket hold up no other. */
  const insertInTurn = async (message: MessageInsert): Promise<InsertedMessage | Refused> => {
    for (;;) {
      const answer = await ask(message);
      if (answer !== AGAIN) return answer;
    }
  };

  return {
    insert: async (message) => {
      if (message.event[PAYLOAD].length < LARGE) return insertInTurn(message);
      const answer = await insertOne(message);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
};
