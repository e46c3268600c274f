import type { RunningPlatform } from '../platform';
import { asAdmin, type Attack } from './attack';

const charts = (name: string, query: string, status: number): Attack => ({
  name: `statistics: ${name}`,
  run: async (platform) => {
    const path = `/statistics/bar-chart?chartType=NEW_TICKETS_COUNT&timezone=Europe/Berlin&${query}`;
    await Promise.all(Array.from({ length: 60 }, () => asAdmin(platform, { path, expected: [status] })));
  },
});

const tickets = Array.from({ length: 500 }, (_, n) => ({
  title: `Ticket ${n}`,
  createdAt: '2026-01-01T00:00:00Z',
  email: `neighbour-${n % 50}@customer.example`,
  events: Array.from({ length: 40 }, (_, at) => ({
    kind: 'message',
    at: `2026-01-02T00:00:${String(at).padStart(2, '0')}Z`,
    from: at % 2 === 0 ? 'contact' : 'user',
    comment: `Message ${at} of ticket ${n}: where is my order? It should have been here by now. Thank you.`,
  })),
}));

let imports = 0;

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
  {
    name: 'imports: 500 tickets of 40 messages',
    run: async (platform: RunningPlatform): Promise<void> => {
      imports += 1;
      const named = tickets.map((ticket, n) => ({ ...ticket, externalId: `neighbour-${imports}-${n}` }));
      await asAdmin(platform, { method: 'POST', path: '/tickets/importer', body: { tickets: named } });
    },
  },
];
