import { newId } from '@parley/persistence';
import { makeContext, startStatistics, type TestStatistics } from './support/statistics';

const DOMAINS = 103;
const DAY = { startDate: '2026-03-10', endDate: '2026-03-10' };

let service: TestStatistics;
beforeAll(async () => {
  service = await startStatistics();
});
afterAll(() => service.stop());

/** Mails that came back, ten of each domain and one more of the later ones, one second after the other. */
const MAILS = `
INSERT INTO mail (project_id, id, outbound, contact_id, domain, sent_at, bounced_at, bounce_type)
SELECT $1, lpad(to_hex(d * 100 + n), 24, '0'), $2, lpad(to_hex(d * 100 + n), 24, '0'), 'd' || lpad(d::text, 3, '0') || '.example',
       timestamptz '2026-03-10T00:00:00Z', timestamptz '2026-03-10T00:00:00Z' + (d * 100 + n) * interval '1 second', 'hard'
  FROM generate_series(1, $3::integer) AS d, generate_series(1, CASE WHEN d > 50 THEN 11 ELSE 10 END) AS n`;

const bounces = async (projectId: string) =>
  service.emails.getEmailClientBounces(DAY as never, makeContext(projectId));

it('answers the 100 domains with the most bounces, then by name, and the newest 1,000 bounces', async () => {
  const projectId = newId();
  await service.db.query(MAILS, [projectId, newId(), DOMAINS]);
  const found = await bounces(projectId);
  const domain = (n: number): string => `d${String(n).padStart(3, '0')}.example`;
  const all = DOMAINS * 10 + 53;
  expect(found).toMatchObject({ sent: all, bounced: all, bounceRate: 100 });
  expect(found.domains.map((one) => one.domain)).toEqual([
    ...Array.from({ length: 53 }, (_, n) => domain(51 + n)),
    ...Array.from({ length: 47 }, (_, n) => domain(1 + n)),
  ]);
  expect(found.bounces).toHaveLength(1_000);
  const times = found.bounces.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
  // The last mail of the last domain is the newest; the oldest 83 are left out.
  expect(found.bounces[0]?.session).toBe((DOMAINS * 100 + 11).toString(16).padStart(24, '0'));
  expect(found.bounces.at(-1)?.session).toBe((9 * 100 + 4).toString(16).padStart(24, '0'));
});

it('answers nothing of another project', async () => {
  expect(await bounces(newId())).toMatchObject({ sent: 0, domains: [], bounces: [] });
});
