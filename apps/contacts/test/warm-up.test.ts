import { eventually } from '@parley/testing';
import { systemContext } from '@parley/rpc';
import type { SessionSecrets } from '../src/project/session-secrets';
import { createWarmUp, type WarmUp } from '../src/warmup/warm-up';
import { startContacts, type TestContacts, type TestProject } from './support/contacts';
import { seedContacts } from './support/seed';

let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
  project = service.project();
  await seedContacts(service.db, project, 2_000);
});
afterAll(() => service.stop());

const log = { warn: jest.fn() };
const secrets = { of: () => Promise.resolve('s') } as unknown as SessionSecrets;
const warmUpOver = (query: (text: string, values?: readonly unknown[]) => Promise<unknown[]>): WarmUp =>
  createWarmUp({ db: { query } as never, secrets, log: log as never });

describe('WarmUpContacts', () => {
  it('answers { ok: true } at once, also while the workspace is away', async () => {
    service.neighbours.workspace = 'away';
    try {
      expect(await service.lifecycle.warmUpContacts({}, project.as('agent'))).toEqual({ ok: true });
    } finally {
      service.neighbours.workspace = 'serves';
    }
  });

  it('fetches the secret that details and lists need', async () => {
    const other = service.project();
    await service.lifecycle.warmUpContacts({}, other.as('agent'));
    await eventually(() => expect(service.neighbours.settingsAsked(other.id)).toBe(1));
  });

  it('reads contacts, their orders, their events, their history and their memory, of the project alone', async () => {
    const statements: string[] = [];
    const found: unknown[] = [];
    const warmUp = warmUpOver(async (text, values) => {
      expect(values).toEqual([project.id]);
      statements.push(text);
      const rows = await service.db.query(text, values);
      found.push(...rows);
      return rows;
    });
    warmUp.begin(project.id, systemContext('test'));
    await eventually(() => expect(statements).toHaveLength(11));
    await warmUp.stop();
    const [first] = found as { sum: number }[];
    expect(first?.sum).toBeGreaterThan(100_000);
    const all = statements.join('\n');
    for (const table of ['contact', 'contact_event', 'identity_history', 'contact_memory'])
      expect(all).toContain(`FROM ${table} `);
  });

  it('runs once for many calls, keeps failures to itself, and ends with the service', async () => {
    let [calls, stopped] = [0, false];
    const failing = warmUpOver(() => {
      calls += 1;
      return Promise.reject(new Error('away'));
    });
    for (let call = 0; call < 20; call += 1) failing.begin(project.id, systemContext('test'));
    await eventually(() => expect(log.warn).toHaveBeenCalled());
    await failing.stop();
    stopped = true;
    failing.begin(project.id, systemContext('test'));
    expect({ calls, stopped }).toEqual({ calls: 1, stopped: true });
  });
});
