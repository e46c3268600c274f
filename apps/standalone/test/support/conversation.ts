import { type Answer, type Api, ok } from './api';

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

interface Entry {
  id: string;
  isNote: boolean;
  type: string;
  session?: unknown;
}

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
  team: Api;
  /** A member to be mentioned. */
  member: string;
  contact: { id: string; email: string };
  random: () => number;
  /** Hands in a mail of the contact; `automatic` makes it one that a machine wrote. */
  mail(ticket: string, text: string, automatic: boolean): Promise<Answer>;
}

const mentioning = (member: string, text: string): object => ({
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
  const post = async (path: string, body: unknown): Promise<Answer['body']> =>
    ok(await team.call('POST', path, body));
  const messages = async (ticket: string, fits: (entry: Entry) => boolean): Promise<Entry | undefined> =>
    pick((ok(await team.call('GET', `/messages?ticket=${ticket}&limit=100`)) as Entry[]).filter(fits));
  /** What somebody else wrote, or what the contact has read, stays as it is. */
  const edit = async (message: string, content: string): Promise<void> => {
    const answer = await team.call('PUT', `/messages/${message}`, { data: { content } });
    if (answer.body.code !== 'not_editable') ok(answer);
  };
  const isReply = ({ isNote, type, session }: Entry): boolean => !isNote && type === 'TEXT' && !session;

  const open = async (): Promise<void> => {
    const type = pick(['INQUIRY', 'FEATURE_REQUEST']);
    const body = { session: contact.id, title: say(), type, message: say() };
    tickets.push((await post('/tickets/compose', body)).id);
  };

  const merge = async (): Promise<void> => {
    const [target = '', , ...others] = tickets;
    const merged = pick(others);
    if (merged === undefined) return open();
    const body = { ticketsToMergeIds: [merged], targetTicketId: target };
    ok(await team.call('PUT', '/tickets/merge', body));
    tickets.splice(tickets.indexOf(merged), 1);
  };

  const aloud: Record<string, () => Promise<unknown>> = {
    open,
    merge,
    reply: () => post('/messages', { ticket: anyTicket(), comment: say() }),
    markdown: () => post('/messages', { ticket: anyTicket(), markdownComment: `**${say()}**` }),
    contact: () => post('/messages', { ticket: anyTicket(), comment: say(), session: contact.id }),
    mail: async () => ok(await mail(anyTicket(), say(), false)),
    bulk: () => post('/tickets/bulk/reply', { selection: { ids: [...tickets] }, comment: say() }),
    close: async () => ok(await team.call('PUT', `/tickets/${anyTicket()}`, { status: 'DONE' })),
    edit: async () => {
      const reply = await messages(anyTicket(), isReply);
      if (!reply) return;
      await edit(reply.id, say());
    },
    remove: async () => {
      const reply = await messages(anyTicket(), isReply);
      if (reply) ok(await team.call('DELETE', `/messages/${reply.id}`));
    },
  };

  const aside: Record<string, (ticket: string) => Promise<unknown>> = {
    note: (ticket) => post('/messages', { ticket, comment: hush(), isNote: true }),
    type: (ticket) => post('/messages', { ticket, comment: hush(), type: 'NOTE' }),
    markdown: (ticket) => post('/messages', { ticket, markdownComment: `*${hush()}*`, isNote: true }),
    mention: (ticket) => post('/messages', { ticket, comment: mentioning(member, hush()), isNote: true }),
    file: (ticket) =>
      post('/messages', {
        ticket,
        isNote: true,
        comment: hush(),
        attachments: [{ name: `${hush()}.txt`, url: `https://files.example.com/${SECRET}` }],
      }),
    thread: async (ticket) => {
      const parent = await messages(ticket, () => true);
      if (parent) await post(`/messages/${parent.id}/thread`, { comment: hush() });
    },
    edit: async (ticket) => {
      const note = await messages(ticket, ({ isNote, session }) => isNote && !session);
      if (note) await edit(note.id, hush());
    },
    remove: async (ticket) => {
      const note = await messages(ticket, ({ isNote }) => isNote);
      if (note) ok(await team.call('DELETE', `/messages/${note.id}`));
    },
    suggest: async (ticket) => {
      const data = { question: `${hush()}?`, answer: hush() };
      const { id } = await post('/messages', { ticket, type: 'FAQ_SUGGESTION', data });
      if (random() < 0.5) await post(`/messages/${id}/faq`, { accept: false });
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
