import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningPlatform } from '../platform';
import { asAdmin, type Attack, call, readDemo } from './attack';

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

const findTicket = async (platform: RunningPlatform): Promise<string> => {
  const [ticket] = (await asAdmin(platform, { path: '/tickets?limit=1' }))['tickets'] as { id: string }[];
  if (!ticket) throw new Error('The demo has no ticket');
  return ticket.id;
};

const post = (platform: RunningPlatform, path: string, body: unknown, expected?: readonly number[]) =>
  asAdmin(platform, { method: 'POST', path, body, ...(expected && { expected }) });

const message = (name: string, words: Record<string, unknown>, expected?: readonly number[]): Attack => ({
  name: `message: ${name}`,
  run: async (platform) => {
    await post(platform, '/messages', { ticket: await findTicket(platform), ...words }, expected);
  },
});

const entry = (name: string, content: unknown, format = 'text', expected?: readonly number[]): Attack => ({
  name: `knowledge: ${name}`,
  run: async (platform) => {
    await post(platform, '/aicontent', { type: 'website', title: name, content, format }, expected);
  },
});

const article = (name: string, text: string): Attack => ({
  name: `article: ${name}`,
  run: async (platform) => {
    const { id } = await post(platform, '/helpcenter/collections', { title: name });
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    const path = `/helpcenter/collections/${String(id)}/articles`;
    await post(platform, path, { title: name, isDraft: false, content });
  },
});

/** A contact that the customer's own server speaks for, as its widget would. */
const contact = (name: string, words: string): Attack => ({
  name: `contact: ${name}`,
  run: async (platform) => {
    const headers = { authorization: `Bearer ${readDemo(platform).serviceToken}` };
    const path = '/s2s/contacts/demo-1/conversations';
    await call(platform, headers, { method: 'POST', path, body: { message: words } });
  },
});

const question = (name: string, text: string): Attack => ({
  name: `question: ${name}`,
  run: async (platform) => {
    const path = `/shared/helpcenter/answer?question=${encodeURIComponent(text)}`;
    await call(platform, { 'api-token': readDemo(platform).apiToken }, { path });
  },
});

/** A mail to the demo's project, by whoever writes to its address. */
const mail = (name: string, type: string, text: string): Attack => ({
  name: `mail: ${name}`,
  run: async (platform) => {
    mails += 1;
    const mime = [
      'From: Stranger <stranger@customer.example>',
      'To: support@parley.example',
      `Subject: ${name}`,
      `Message-ID: <neighbour-${mails}@customer.example>`,
      `Content-Type: ${type}; charset=utf-8`,
      '',
      text.replaceAll(/.{900}/g, '$&\n'),
    ].join('\n');
    const response = await fetch(`${platform.origin}/v3/inbound/email`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${readDemo(platform).serviceToken}`,
        'content-type': 'message/rfc822',
      },
      body: mime,
    });
    if (!response.ok) throw new Error(`The mail was answered ${response.status}: ${await response.text()}`);
  },
});

let mails = 0;

/** Milliseconds in which what is done after an answer goes on. */
const AFTER_MS = 2_000;

const sent: readonly Attack[] = [
  entry('a b', times('a b ', 1_040_000)),
  entry('<a><b> without end', times('<a><b>', 1_040_000), 'html', [400]),
  entry('half a million ampersands', times('& ', 1_040_000), 'html'),
  entry('one sentence of Khmer', times(scripts['Khmer'] ?? '', 1_040_000)),
  message('100,000 Cyrillic letters', { comment: times('привет мир ', 190_000) }),
  ...Object.entries(scripts).flatMap(([script, words]) => [
    message(`190 KB of ${script}`, { comment: times(words, 190_000) }),
    message(`190 KB of ${script} in Markdown`, { markdownComment: times(words, 190_000) }),
    contact(`60 KB of ${script}`, times(words, 60_000)),
  ]),
  ...['[](', '# '].map((unit) =>
    message(`Markdown of ${JSON.stringify(unit)}`, { markdownComment: times(unit, 19_000) }),
  ),
  // Nothing of these is shown.
  ...['> ', '`'].map((unit) =>
    message(`Markdown of ${JSON.stringify(unit)}`, { markdownComment: times(unit, 19_000) }, [400]),
  ),
  ...['**_', '|-|\n'].map((unit) =>
    message(`Markdown of ${JSON.stringify(unit)}`, { markdownComment: times(unit, 19_000) }, [413]),
  ),
  article('150,000 hyphens', '-'.repeat(150_000)),
  ...Object.entries(scripts).map(([script, words]) => article(`190 KB of ${script}`, times(words, 190_000))),
  mail('14,000 paragraphs', 'text/html', times('<p>a', 56_000)),
  mail('a million <', 'text/html', times('< ', 990_000)),
  mail('20 MB of words', 'text/plain', times('word ', 20_000_000)),
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
