import {
  type ImportedTicket,
  TicketImportServiceDefinition,
} from '@parley/proto/generated/parley/tickets/v1/ticket_import_service';
import { type CallContext, createClient } from '@parley/rpc';
import type { Peers } from '@parley/runtime';
import { demoContacts } from './demo-data';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Days of the past that the figures of the demo show. */
const DAYS = 30;
const SEED = 7;

const subjects = [
  {
    title: 'Where is my parcel?',
    tag: 'delivery',
    question: 'It was to come yesterday.',
    answer: 'It is on its way.',
  },
  {
    title: 'Refund for a return',
    tag: 'billing',
    question: 'When do I get it?',
    answer: 'Within three days.',
  },
  {
    title: 'Change of address',
    tag: 'account',
    question: 'I have moved.',
    answer: 'The new address is saved.',
  },
  {
    title: 'Voucher does not work',
    tag: 'billing',
    question: 'It says: expired.',
    answer: 'Here is a new one.',
  },
] as const;

/** Numbers from 0 to 1, the same at every start. */
const createChance = (): (() => number) => {
  let state = SEED;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Tickets of the last weeks, most of them closed: two to five a working day, none of the contact of the live page. */
const pastTickets = (agentId: string, now: number): Partial<ImportedTicket>[] => {
  const chance = createChance();
  const writers = demoContacts.slice(1);
  const tickets: Partial<ImportedTicket>[] = [];
  for (let day = DAYS; day > 0; day -= 1) {
    const midnight = Math.floor((now - day * DAY_MS) / DAY_MS) * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const count = isWeekend ? 1 : 2 + Math.floor(chance() * 4);
    for (let n = 0; n < count; n += 1) {
      const { title, tag, question, answer } =
        subjects[Math.floor(chance() * subjects.length)] ?? subjects[0];
      const writer = writers[Math.floor(chance() * writers.length)];
      const created = midnight + (8 * 60 + chance() * 9 * 60) * MINUTE_MS;
      const at = (minutes: number): string =>
        new Date(Math.min(created + minutes * MINUTE_MS, now)).toISOString();
      const reply = 2 + chance() * 55;
      const close = reply + 5 + chance() * 240;
      tickets.push({
        externalId: `demo-${day}-${n}`,
        createdAt: at(0),
        email: writer?.email ?? '',
        title,
        tags: [tag],
        priority: chance() < 0.2 ? 'HIGH' : 'MEDIUM',
        events: [
          { at: at(0), kind: 'message', from: 'contact', comment: question, nulls: [] },
          { at: at(reply / 2), kind: 'assign', user: agentId, processingUser: agentId, nulls: [] },
          { at: at(reply), kind: 'message', from: 'user', user: agentId, comment: answer, nulls: [] },
          { at: at(close), kind: 'status', user: agentId, status: 'DONE', nulls: [] },
          ...(chance() < 0.5
            ? [{ at: at(close + 30), kind: 'rating', rating: 6 + Math.floor(chance() * 5), nulls: [] }]
            : []),
        ],
        nulls: [],
      });
    }
  }
  return tickets;
};

/** Gives the demo a history, so that its figures show something. Existing data stays. */
export const seedHistory = async (peers: Peers, agentId: string, context: CallContext): Promise<void> => {
  await createClient(TicketImportServiceDefinition, peers.tickets).importTickets(
    { tickets: pastTickets(agentId, Date.now()) },
    context,
  );
};
