import type { Parley, Ticket } from '@parley/client';
import { notFound } from '@parley/errors';

const ID = /^[0-9a-f]{24}$/;
const NUMBER = /^#?(\d{1,9})$/;

/** A ticket by its id or its running number, also one that lists leave out. 404 `ticket_not_found`. */
export const findTicket = async (parley: Parley, ref: string): Promise<Ticket> => {
  const name = ref.trim();
  if (ID.test(name)) return parley.tickets.get(name);
  const number = Number(NUMBER.exec(name)?.[1]);
  if (Number.isNaN(number) || number > 2 ** 31 - 1) throw notFound('ticket');
  const bugId = { bugId: number, limit: 1 };
  const ask = async (query: object): Promise<Ticket | undefined> =>
    (await parley.tickets.list({ ...bugId, ...query })).tickets[0];
  const usual = await ask({ ignoreArchived: false });
  if (usual) return usual;
  const others = await Promise.all([{ isSpam: true }, { hidden: true }].map(ask));
  const found = others.find((ticket) => ticket !== undefined);
  return found ?? findMerged(parley, number);
};

/** A ticket that was merged into another one is in no list, but its messages are read by its number. */
const findMerged = async (parley: Parley, number: number): Promise<Ticket> => {
  const answer = await parley.messages.find({ ticket: String(number), showHistory: false, limit: 1 });
  const [message] = Array.isArray(answer) ? answer : answer.items;
  if (!message) throw notFound('ticket');
  return parley.tickets.get(message.ticket);
};
