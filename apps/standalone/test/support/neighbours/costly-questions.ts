import type { RunningPlatform } from '../platform';
import { asAdmin, type Attack } from './attack';

const charts = (name: string, query: string, status: number): Attack => ({
  name: `statistics: ${name}`,
  run: async (platform) => {
    const path = `/statistics/bar-chart?chartType=NEW_TICKETS_COUNT&timezone=Europe/Berlin&${query}`;
    await Promise.all(Array.from({ length: 60 }, () => asAdmin(platform, { path, expected: [status] })));
  },
});

const makeTickets = (sentences: number) =>
  Array.from({ length: 500 }, (_, n) => ({
    title: `Ticket ${n}`,
    createdAt: '2026-01-01T00:00:00Z',
    email: `neighbour-${n % 50}@customer.example`,
    events: Array.from({ length: 40 }, (_event, at) => ({
      kind: 'message',
      at: `2026-01-02T00:00:${String(at).padStart(2, '0')}Z`,
      from: at % 2 === 0 ? 'contact' : 'user',
      comment: `Message ${at} of ticket ${n}: ${'where is my order? It should have been here by now. '.repeat(sentences)}`,
    })),
  }));

let count = 0;

const imports = (name: string, sentences: number): Attack => ({
  name: `imports: ${name}`,
  run: async (platform: RunningPlatform): Promise<void> => {
    count += 1;
    const tickets = makeTickets(sentences).map((ticket, n) => ({
      ...ticket,
      externalId: `neighbour-${count}-${n}`,
    }));
    await asAdmin(platform, { method: 'POST', path: '/tickets/importer', body: { tickets } });
  },
});

export const attacks: Attack[] = [
  charts(
    '60 charts that are refused, at once',
    'groupInterval=hour&startDate=2020-01-01&endDate=2026-01-01',
    400,
  ),
  charts(
    '60 charts of 1,488 points, at once',
    'groupInterval=hour&startDate=2026-01-01&endDate=2026-03-03',
    200,
  ),
  imports('500 tickets of 40 messages', 1),
  imports('500 tickets of 40 messages, 40 MB', 38),
];
