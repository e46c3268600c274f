import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningPlatform } from '../platform';
import { asAdmin, type Attack, demoOf } from './attack';

const times = (unit: string, bytes: number): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/** Words of scripts that write without blanks, and of some that write with them. */
const scripts: Readonly<Record<string, string>> = {
  Chinese: '退款需要几天',
  Japanese: '返金は14日以内に行われます',
  Thai: 'ภาษาไทยสวัสดีครับ',
  Khmer: 'ខ្ញុំចង់បានសំណង',
  Arabic: 'أريد استرداد أموالي ',
  Korean: '환불은 며칠이나 걸리나요 ',
};

const ticketOf = async (platform: RunningPlatform): Promise<string> => {
  const [ticket] = (await asAdmin(platform, 'GET', '/tickets?limit=1'))['tickets'] as { id: string }[];
  return ticket?.id ?? '';
};

const message = (name: string, words: Record<string, unknown>): Attack => ({
  name: `message: ${name}`,
  run: async (platform) => {
    await asAdmin(platform, 'POST', '/messages', { ticket: await ticketOf(platform), ...words });
  },
});

const entry = (name: string, content: unknown, format = 'text'): Attack => ({
  name: `knowledge: ${name}`,
  run: async (platform) => {
    await asAdmin(platform, 'POST', '/aicontent', { type: 'article', title: name, content, format });
  },
});

const article = (name: string, text: string): Attack => ({
  name: `article: ${name}`,
  run: async (platform) => {
    const collection = await asAdmin(platform, 'POST', '/helpcenter/collections', { title: name });
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    await asAdmin(platform, 'POST', `/helpcenter/collections/${String(collection['id'])}/articles`, {
      title: name,
      isDraft: false,
      content,
    });
  },
});

/** A contact that the customer's own server speaks for, as its widget would. */
const contact = (name: string, comment: string): Attack => ({
  name: `contact: ${name}`,
  run: async (platform) => {
    const response = await fetch(`${platform.origin}/v3/s2s/contacts/demo-1/conversations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${demoOf(platform).serviceToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ comment }),
    });
    await response.json();
  },
});

const question = (name: string, text: string): Attack => ({
  name: `question: ${name}`,
  run: async (platform) => {
    const asked = `${platform.origin}/v3/shared/helpcenter/answer?question=${encodeURIComponent(text)}`;
    const response = await fetch(asked, { headers: { 'api-token': demoOf(platform).apiToken } });
    await response.json();
  },
});

/** Milliseconds in which what is done after an answer goes on. */
const AFTER_MS = 2_000;

const sent: readonly Attack[] = [
  entry('a b', times('a b ', 1_040_000)),
  entry('<a><b> without end', times('<a><b>', 1_040_000), 'html'),
  entry('half a million ampersands', times('& ', 1_040_000), 'html'),
  entry('one sentence of Khmer', times(scripts['Khmer'] ?? '', 1_040_000)),
  message('100,000 Cyrillic letters', { comment: times('привет мир ', 190_000) }),
  ...Object.entries(scripts).flatMap(([script, words]) => [
    message(`190 KB of ${script}`, { comment: times(words, 190_000) }),
    message(`190 KB of ${script} in Markdown`, { markdownComment: times(words, 190_000) }),
    contact(`60 KB of ${script}`, times(words, 60_000)),
  ]),
  ...['**_', '[](', '> ', '|-|\n', '`', '# '].map((unit) =>
    message(`Markdown of ${JSON.stringify(unit)}`, { markdownComment: times(unit, 19_000) }),
  ),
  article('150,000 hyphens', '-'.repeat(150_000)),
  ...Object.entries(scripts).map(([script, words]) => article(`190 KB of ${script}`, times(words, 190_000))),
  // Long articles are found, and answered from.
  question('of long articles', '返金は14日以内に行われますか'),
  question('of 1,000 letters', 'ж'.repeat(1_000)),
];

/** Long texts of every kind, where they are taken. */
export const attacks: readonly Attack[] = sent.map(({ name, run }) => ({
  name,
  run: async (platform) => {
    await run(platform);
    await sleep(AFTER_MS);
  },
}));
