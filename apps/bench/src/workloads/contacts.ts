import { call } from '../api';
import { downloadCsv, expectCount } from '../downloads';
import type { Job, Outcome } from '../job';
import type { Load } from '../load';
import { COMPANIES, makeEmail, isUser, makeName } from '../people';
import { seedContacts } from '../seed-contacts';
import { settled } from '../settle';
import { type Bench, jobStep, loadSteps, type Workload } from '../workload';

/** Most rows of an export, by the public limits. */
const MAX_EXPORTED = 75_000;

/** Spreads request numbers over the seed: neighbours in time are no neighbours in the table. */
const spread = (n: number, size: number): number => 1 + ((n * 7_919) % size);

/** The contact with a user id that the request number `n` is about. */
const userAt = (n: number, size: number): number => {
  const contact = spread(n, size);
  return isUser(contact) ? contact : contact - 1;
};

const buildLoads = ({ workspace: { base, headers }, options }: Bench): Load[] => {
  const size = options.contacts;
  const get = (name: string, path: (n: number) => string): Load => ({
    name,
    base,
    headers,
    mustFind: true,
    request: (n) => ({ method: 'GET', path: path(n) }),
  });
  const search = (name: string, term: (n: number) => string): Load =>
    get(name, (n) => `/sessions/search?searchTerm=${encodeURIComponent(term(n))}`);
  const upsert = (name: string, body: (n: number) => unknown): Load => ({
    name,
    base,
    headers,
    isFresh: true,
    request: (n) => ({ method: 'POST', path: '/sessions', body: body(n) }),
  });
  const run = Date.now();
  return [
    get('list 50 contacts', () => '/sessions?limit=50'),
    get('list 50 of a plan', () => '/sessions?limit=50&type=users&plan=pro'),
    get(
      'list 50 of a company',
      (n) => `/sessions?limit=50&companyId=company-${1 + (n % Math.min(COMPANIES - 1, size))}`,
    ),
    search('search an address', (n) => makeEmail(spread(n, size))),
    search('search a common name', (n) => makeName(n).slice(0, -2)),
    // From the middle of a last name on, so that no beginning helps.
    search('search a part', (n) => makeEmail(spread(n, size)).split('.').slice(1).join('.').slice(2)),
    upsert('upsert, known contact', (n) => ({ userId: `user-${userAt(n, size)}`, value: run + n })),
    upsert('upsert, new contact', (n) => ({
      userId: `bench-${run}-${n}`,
      name: makeName(n),
      email: `bench.${run}.${n}@example.com`,
      plan: 'free',
      customData: { seats: n },
    })),
  ];
};

const exportJob = ({ workspace, options }: Bench): Job => ({
  name: 'export CSV',
  unit: 'rows',
  rounds: options.rounds,
  run: async () =>
    expectCount(await downloadCsv(workspace, '/sessions/export'), Math.min(MAX_EXPORTED, options.contacts)),
});

const importJob = (bench: Bench, name: string, entry: (round: number, n: number) => unknown): Job => ({
  name,
  unit: 'contacts',
  rounds: bench.options.rounds,
  run: async (round): Promise<Outcome> => {
    const sessions = Array.from({ length: bench.options.imported }, (_, n) => entry(round, n));
    const began = performance.now();
    const ids = await call<(string | null)[]>(bench.workspace, 'POST', '/sessions/importer', { sessions });
    const milliseconds = performance.now() - began;
    return expectCount({ count: ids.filter((id) => id !== null).length, milliseconds }, sessions.length);
  },
});

const importJobs = (bench: Bench): Job[] => {
  const contact = (round: number, n: number): Record<string, unknown> => ({
    userId: `import-${round}-${n}`,
    email: `import.${round}.${n}@example.com`,
    name: makeName(n),
    companyId: `company-${n % COMPANIES}`,
    customData: { seats: n },
  });
  return [
    importJob(bench, 'import, new', contact),
    importJob(bench, 'import, changed', (round, n) => ({ ...contact(round, n), plan: 'pro' })),
    importJob(bench, 'import, unchanged', (round, n) => ({ ...contact(round, n), plan: 'pro' })),
  ];
};

/** Contacts in a large project: reads first, so that they see the size that was seeded. */
export const contactsWorkload: Workload = {
  name: 'contacts',
  prepare: async (bench) => {
    await seedContacts(bench);
    const loads = buildLoads(bench);
    const reads = loads.filter(({ isFresh }) => !isFresh);
    const writes = loads.filter(({ isFresh }) => isFresh);
    return settled(bench, 'contacts', [
      ...loadSteps(bench, reads),
      jobStep(bench, exportJob(bench)),
      ...loadSteps(bench, writes),
      ...importJobs(bench).map((job) => jobStep(bench, job)),
    ]);
  },
};
