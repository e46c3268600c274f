import { call } from '../api';
import type { Load } from '../load';
import { makeText } from '../vocabulary';
import { type Conversations, seedConversations } from '../seed-conversations';
import { settled } from '../settle';
import { loadSteps, type Workload } from '../workload';

/** Entries of a page. */
const PAGE = 50;

const buildLoads = ({ backEnd, consumerId, long, written }: Conversations, conversations: number): Load[] => {
  const { base, headers } = backEnd;
  const get = (name: string, path: (n: number) => string): Load => ({
    name,
    base,
    headers,
    mustFind: true,
    request: (n) => ({ method: 'GET', path: path(n) }),
  });
  const far = Math.max(0, conversations - PAGE);
  const list = `/s2s/contacts/${consumerId}/conversations?limit=${PAGE}`;
  const messages = `/s2s/conversations/${long.id}/messages?limit=${PAGE}`;
  const contact: Load = {
    name: 'contact with unread count',
    base,
    headers,
    request: () => ({ method: 'GET', path: `/s2s/contacts/${consumerId}` }),
  };
  return [
    get('first 50 messages', () => messages),
    get('50 messages after one', (n) => `${messages}&after=${long.cursors[n % long.cursors.length]}`),
    get('list 50 conversations', () => list),
    get('list 50 of the oldest', () => `${list}&skip=${far}`),
    contact,
    {
      name: 'send message',
      base,
      headers,
      request: (n) => ({
        method: 'POST',
        path: `/s2s/conversations/${written[n % written.length]}/messages`,
        body: { comment: makeText(n) },
      }),
    },
  ];
};

/** Requires that the unread count is right: a wrong one may be quick. */
const demandUnread = async ({ backEnd, consumerId, unread }: Conversations): Promise<void> => {
  const path = `/s2s/contacts/${consumerId}`;
  const { unreadConversations } = await call<{ unreadConversations: number }>(backEnd, 'GET', path);
  if (unreadConversations !== unread)
    throw new Error(`${unreadConversations} conversations are said to be unread, ${unread} are`);
};

/** Conversations from the contact's side: reads first, so that they see the seeded data. */
export const conversationsWorkload: Workload = {
  name: 'conversations',
  prepare: async (bench) => {
    const conversations = await seedConversations(bench);
    await demandUnread(conversations);
    return settled(
      bench,
      'tickets',
      loadSteps(bench, buildLoads(conversations, bench.options.conversations)),
    );
  },
};
