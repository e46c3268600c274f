import {
  type Message,
  type MessagesCreateBody,
  type Parley,
  ParleyError,
  type RichText,
} from '@parley/client';
import { type Answer, ok } from './api';

/** Word that begins every text the team keeps to itself, each with a number of its own. */
export const SECRET = 'hush';

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A conversation between a team and a contact that goes on by chance. */
export interface Conversation {
  /** Does something that the contact may see the result of. */
  speak(): Promise<void>;
  /** Does something of the team's own. Answers the ticket it happened in, and what it was. */
  whisper(): Promise<{ ticket: string; action: string }>;
  /** Tickets that are not merged into another. */
  tickets(): readonly string[];
}

/** What the conversation is held with. */
export interface Setting {
  team: Parley;
  /** A member to be mentioned. */
  member: string;
  contact: { id: string; email: string };
  random: () => number;
  /** Hands in a mail of the contact; `automatic` makes it one that a machine wrote. */
  mail(ticket: string, text: string, automatic: boolean): Promise<Answer>;
}

const mentioning = (member: string, text: string): RichText => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'mention', attrs: { id: member, label: 'Ada' } },
        { type: 'text', text },
      ],
    },
  ],
});

/** Begins a conversation; it has at least two tickets at any time. */
export const converse = async ({ team, member, contact, random, mail }: Setting): Promise<Conversation> => {
  const tickets: string[] = [];
  let count = 0;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const say = (): string => `public${(count += 1)} text`;
  const hush = (): string => `${SECRET}${(count += 1)} text`;
  const anyTicket = (): string => pick(tickets) ?? '';
  const write = (message: MessagesCreateBody): Promise<Message> => team.messages.create(message);
  const find = async (ticket: string, fits: (message: Message) => boolean): Promise<Message | undefined> => {
    const found: Message[] = [];
    for await (const message of team.messages.find({ ticket, limit: 100 }))
      if (fits(message)) found.push(message);
    return pick(found);
  };
  /** What somebody else wrote, or what the contact has read, stays as it is. */
  const edit = async (message: string, content: string): Promise<void> => {
    await team.messages.update(message, { data: { content } }).catch((error: unknown) => {
      if (!(error instanceof ParleyError) || error.code !== 'not_editable') throw error;
    });
  };
  const isReply = ({ isNote, type, session }: Message): boolean => !isNote && type === 'TEXT' && !session;

  const open = async (): Promise<void> => {
    const type = pick(['INQUIRY', 'FEATURE_REQUEST']);
    const body = { session: contact.id, title: say(), type, message: say() };
    tickets.push((await team.tickets.compose(body)).id);
  };

  const merge = async (): Promise<void> => {
    const [target = '', , ...others] = tickets;
    const merged = pick(others);
    if (merged === undefined) return open();
    const body = { ticketsToMergeIds: [merged], targetTicketId: target };
    await team.tickets.merge(body);
    tickets.splice(tickets.indexOf(merged), 1);
  };

  const aloud: Record<string, () => Promise<unknown>> = {
    open,
    merge,
    reply: () => write({ ticket: anyTicket(), comment: say() }),
    markdown: () => write({ ticket: anyTicket(), markdownComment: `**${say()}**` }),
    contact: () => write({ ticket: anyTicket(), comment: say(), session: contact.id }),
    mail: async () => ok(await mail(anyTicket(), say(), false)),
    bulk: () => team.tickets.bulkReply({ selection: { ids: [...tickets] }, comment: say() }),
    close: () => team.tickets.update(anyTicket(), { status: 'DONE' }),
    edit: async () => {
      const reply = await find(anyTicket(), isReply);
      if (!reply) return;
      await edit(reply.id, say());
    },
    remove: async () => {
      const reply = await find(anyTicket(), isReply);
      if (reply) await team.messages.delete(reply.id);
    },
  };

  const aside: Record<string, (ticket: string) => Promise<unknown>> = {
    note: (ticket) => write({ ticket, comment: hush(), isNote: true }),
    type: (ticket) => write({ ticket, comment: hush(), type: 'NOTE' }),
    markdown: (ticket) => write({ ticket, markdownComment: `*${hush()}*`, isNote: true }),
    mention: (ticket) => write({ ticket, comment: mentioning(member, hush()), isNote: true }),
    file: (ticket) =>
      write({
        ticket,
        isNote: true,
        comment: hush(),
        attachments: [{ name: `${hush()}.txt`, url: `https://files.example.com/${SECRET}` }],
      }),
    thread: async (ticket) => {
      const parent = await find(ticket, () => true);
      if (parent) await team.messages.threadReply(parent.id, { comment: hush() });
    },
    edit: async (ticket) => {
      const note = await find(ticket, ({ isNote, session }) => isNote && !session);
      if (note) await edit(note.id, hush());
    },
    remove: async (ticket) => {
      const note = await find(ticket, ({ isNote }) => isNote);
      if (note) await team.messages.delete(note.id);
    },
    suggest: async (ticket) => {
      const data = { question: `${hush()}?`, answer: hush() };
      const { id } = await write({ ticket, type: 'FAQ_SUGGESTION', data });
      if (random() < 0.5) await team.messages.faqSuggestion(id, { accept: false });
    },
    // Nobody wrote it, so it says nothing of the conversation: it is kept as a note.
    absence: async (ticket) => ok(await mail(ticket, hush(), true)),
  };

  const run = async <Args extends unknown[]>(
    actions: Record<string, (...args: Args) => Promise<unknown>>,
    ...args: Args
  ): Promise<string> => {
    const name = pick(Object.keys(actions)) ?? '';
    await actions[name]?.(...args);
    return name;
  };

  await open();
  await open();
  return {
    speak: async () => void (await run(aloud)),
    whisper: async () => {
      const ticket = anyTicket();
      return { ticket, action: await run(aside, ticket) };
    },
    tickets: () => tickets,
  };
};
