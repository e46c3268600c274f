import type { Parley } from '@parley/client';
import { type Api, connect, mapInParallel } from './api';
import type { Bench } from './workload';
import { makeText } from './vocabulary';
import type { Workspace } from './workspace';

/** Every so manieth conversation of the large contact has an answer that the contact has not read. */
const ANSWERED = 10;

/** Contacts that write at the same time, each in a conversation of its own. */
const WRITERS = 256;

/** Conversations to measure. */
export interface Conversations {
  /** A customer's back end. */
  backEnd: Api;
  /** A contact with many conversations. */
  consumerId: string;
  /** How many of them have something unread. */
  unread: number;
  /** A conversation of many messages, and the ids of some of them, oldest first. */
  long: { id: string; cursors: string[] };
  /** Conversations of many contacts. */
  written: string[];
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Opens a conversation with a first message; answers its id. */
const open = async ({ s2sContacts }: Parley, consumerId: string, n: number): Promise<string> =>
  (await s2sContacts.createConversation(consumerId, { title: `Case ${n}`, message: makeText(n) })).id;

/** What acts in the name of the project's contacts. */
export const createBackEnd = async ({ base, parley }: Workspace): Promise<Api> => {
  const { token } = await parley.serviceAccounts.create({ name: 'Bench' });
  return { base, headers: { authorization: `Bearer ${token}` } };
};

/** Lets contacts open conversations and write in them, and the team answer, all by requests. */
export const seedConversations = async ({ workspace, options, say }: Bench): Promise<Conversations> => {
  const backEnd = await createBackEnd(workspace);
  const parley = connect(backEnd);
  const consumerId = 'bench-many';
  const ids = await mapInParallel(numbers(options.conversations), (n) => open(parley, consumerId, n));
  const answered = ids.filter((_, n) => n % ANSWERED === 0);
  await mapInParallel(answered, (ticket) =>
    workspace.parley.messages.create({ ticket, comment: 'Thank you.' }),
  );
  say(`  ${ids.length} conversations of one contact`);

  const long = await open(parley, 'bench-long', 0);
  const messages = await mapInParallel(numbers(options.messages - 1), async (n) => {
    const { id } = await parley.s2sConversations.sendMessage(long, { comment: makeText(n) });
    return id;
  });
  say(`  ${options.messages} messages in one conversation`);

  const written = await mapInParallel(numbers(WRITERS), (n) => open(parley, `bench-writer-${n}`, n));
  return {
    backEnd,
    consumerId,
    unread: answered.length,
    long: { id: long, cursors: messages.filter((_, n) => n % 16 === 0) },
    written,
  };
};
