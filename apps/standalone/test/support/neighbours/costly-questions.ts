import { type RunningPlatform } from '../platform';
import { type Attack, demoOf } from './attack';

const statusOf = async (
  platform: RunningPlatform,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> => {
  const { projectId, admin } = demoOf(platform);
  const response = await fetch(`${platform.origin}/v3${path}`, {
    method,
    headers: {
      authorization: `Bearer ${admin.token}`,
      project: projectId,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
};

const charts = (name: string, query: string, status: number): Attack => ({
  name: `statistics: ${name}`,
  run: async (platform) => {
    const path = `/statistics/bar-chart?chartType=TICKET_CREATION_GROUPED_BY_DATE&timezone=Europe/Berlin&${query}`;
    const asked = Array.from({ length: 60 }, () => statusOf(platform, 'GET', path));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([status]));
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
      expect(await statusOf(platform, 'POST', '/tickets/importer', { tickets: named })).toBe(200);
    },
  },
];
