import { noteGone } from '@parley/events';
import { type Database, newId, openDatabase } from '@parley/persistence';
import { createTestDatabase } from '@parley/testing';
import { migrations } from '../../src/generated/migrations';
import { type ContactFate, followContact } from '../../src/runs/follow-contact';
import { appendToStream, type StreamName } from '../../src/streams/stream.store';

/** The tables of streams, in a database of their own. */
export interface TestStreams {
  db: Database;
  url: string;
  /** A stream of a new contact. */
  newStream(): StreamName;
  /** Appends so many events, each in a transaction of its own. */
  append(stream: StreamName, count: number, at?: Date, data?: object): Promise<number[]>;
  stop(): Promise<void>;
}

/** Makes the tables. */
export const startStreams = async (name: string): Promise<TestStreams> => {
  const { db, url, drop } = await createTestDatabase(name, migrations);
  return {
    db,
    url,
    newStream: () => ({ projectId: newId(), contactId: newId() }),
    append: async (stream, count, at = new Date(), data = {}) => {
      const numbers: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const rows = await db.transaction((tx) =>
          appendToStream(tx, stream, [{ name: 'message.created', data: { index, ...data }, at }]),
        );
        numbers.push(...rows.map(({ seq }) => seq));
      }
      return numbers;
    },
    stop: drop,
  };
};

/** Another pool on the same database, as a second replica has. */
export const secondPool = (url: string): Database => openDatabase({ url, applicationName: 'second replica' });

/** Has a contact blocked, merged or deleted, as its event does. */
export const follow = (
  db: Database,
  { projectId, contactId }: StreamName,
  fate: ContactFate,
  into?: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (into === undefined) await noteGone(tx, [{ projectId, id: contactId }], { at: new Date() });
    await followContact(tx, { projectId, contactId }, fate, into);
  });
