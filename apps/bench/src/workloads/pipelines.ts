import { openDatabase } from '@parley/persistence';
import { call } from '../api';
import { downloadCsv, expectCount } from '../downloads';
import type { Job, Outcome } from '../job';
import type { Load } from '../load';
import { makeEmail, makeName } from '../people';
import { seedContacts } from '../seed-contacts';
import { settled } from '../settle';
import { type Bench, jobStep, loadSteps, type Workload } from '../workload';

const LANES = ['lead', 'trial', 'offer', 'won', 'lost'];
/** The lane with all entries; entries move to the others. */
const FULL = 'lead';

const fields = [
  { fieldId: 'amount', label: 'Amount', type: 'currency', source: 'ENTRY', unit: 'EUR', calculation: 'sum' },
  { fieldId: 'seats', label: 'Seats', type: 'number', source: 'ENTRY', calculation: 'average' },
  { fieldId: 'score', label: 'Score', type: 'number', source: 'ENTRY', calculation: 'max' },
  { fieldId: 'note', label: 'Note', type: 'text', source: 'ENTRY' },
  { fieldId: 'email', label: 'Address', type: 'text', source: 'RECORD' },
  { fieldId: 'plan', label: 'Plan', type: 'text', source: 'RECORD' },
  { fieldId: 'customData.region', label: 'Region', type: 'text', source: 'RECORD' },
];

/** A board, and contacts that are on it or may come onto it. */
interface Board {
  id: string;
  entryIds: string[];
  /** Ids of contacts that are not on it. */
  others: string[];
}

/** An entry of an import, of the contact number `n`. */
const makeEntry = (n: number): Record<string, unknown> => ({
  email: makeEmail(n),
  laneId: FULL,
  values: { amount: n % 9_973, seats: n % 97, score: (n * 7) % 101, note: `Note ${n}` },
  ...(n % 3 === 0 && { dueDate: new Date(Date.UTC(2026, 0, 1 + (n % 700))).toISOString() }),
});

interface Imported {
  created: number;
  updated: number;
  unchanged: number;
  ids: (string | null)[];
}

const importEntries = ({ workspace }: Bench, board: string, entries: unknown[]): Promise<Imported> =>
  call<Imported>(workspace, 'POST', `/pipelines/${board}/entries/import`, { entries });

const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);

/** Ids of the contacts from one number on; the addresses of the seed are unlike each other. */
const contactIds = async ({ target, workspace }: Bench, from: number, count: number): Promise<string[]> => {
  const db = openDatabase({
    url: target.databaseUrl('contacts'),
    applicationName: 'bench',
    maxConnections: 1,
  });
  try {
    const rows = await db.query<{ id: string }>(
      'SELECT id FROM contact WHERE project_id = $1 AND email = ANY ($2::text[])',
      [workspace.projectId, numbers(from, count).map(makeEmail)],
    );
    return rows.map(({ id }) => id);
  } finally {
    await db.close();
  }
};

/** Contacts that are added one by one. */
const ADDED = 30_000;

/** Makes the board by imports, like a customer who moves here. */
const prepareBoard = async (bench: Bench): Promise<Board> => {
  const { workspace, options, say } = bench;
  const lanes = LANES.map((id) => ({ id, title: id }));
  const { id } = await call<{ id: string }>(workspace, 'POST', '/pipelines', {
    name: 'Bench',
    recordType: 'contacts',
    lanes,
  });
  for (const field of fields) await call(workspace, 'POST', `/pipelines/${id}/properties`, field);
  const entryIds: string[] = [];
  for (let from = 1; from <= options.entries; from += options.imported) {
    const count = Math.min(options.imported, options.entries - from + 1);
    const { ids } = await importEntries(bench, id, numbers(from, count).map(makeEntry));
    entryIds.push(...ids.filter((entryId) => entryId !== null));
  }
  if (entryIds.length < options.entries)
    throw new Error(`Only ${entryIds.length} of ${options.entries} entries were added`);
  say(`  ${entryIds.length} entries added`);
  const left = options.contacts - options.entries;
  return { id, entryIds, others: await contactIds(bench, options.entries + 1, Math.min(ADDED, left)) };
};

const buildLoads = ({ workspace: { base, headers }, options }: Bench, board: Board): Load[] => {
  const entryAt = (n: number): string => board.entryIds[(n * 7_919) % board.entryIds.length] ?? '';
  const page = (name: string, query: (n: number) => string): Load => ({
    name,
    base,
    headers,
    mustFind: true,
    request: (n) => ({
      method: 'GET',
      path: `/pipelines/${board.id}/entries?laneId=${FULL}&limit=50${query(n)}`,
    }),
  });
  const put = (name: string, part: string, body: (n: number) => unknown): Load => ({
    name,
    base,
    headers,
    isFresh: true,
    request: (n) => ({ method: 'PUT', path: `/pipeline-entries/${entryAt(n)}/${part}`, body: body(n) }),
  });
  const far = Math.floor(options.entries / 10);
  return [
    page('page of 50', () => ''),
    page(`page of 50 at ${far}`, () => `&skip=${far}`),
    page('page of a search', (n) => `&search=${encodeURIComponent(makeName(n).slice(1))}`),
    page('page of a filter', (n) => `&values.seats=${n % 97}`),
    page('page by due date', () => '&sort=dueDate'),
    {
      name: 'summary',
      base,
      headers,
      mustFind: true,
      request: () => ({ method: 'GET', path: `/pipelines/${board.id}/summary` }),
    },
    put('values', 'values', (n) => ({ values: { amount: n, note: `Changed ${n}` } })),
    put('due date', 'due-date', (n) => ({
      dueDate: new Date(Date.UTC(2027, 0, 1) + n * 1_000).toISOString(),
    })),
    put('record values', 'record-values', (n) => ({ values: { 'customData.region': `region ${n}` } })),
    put('move within the lane', 'move', () => ({})),
    put('move to the end of a lane', 'move', (n) => ({ laneId: LANES[n % LANES.length] })),
    {
      name: 'add',
      base,
      headers,
      isFresh: true,
      request: (n) => ({
        method: 'POST',
        path: `/pipelines/${board.id}/entries`,
        body: { recordId: board.others[n % board.others.length], laneId: 'lost', values: { amount: n } },
      }),
    },
  ];
};

const importJob = (bench: Bench, board: Board, name: string, entry: (n: number) => unknown): Job => ({
  name,
  unit: 'entries',
  rounds: 1,
  run: async (): Promise<Outcome> => {
    const { contacts, imported } = bench.options;
    const entries = numbers(contacts - imported + 1, imported).map(entry);
    const began = performance.now();
    const { ids } = await importEntries(bench, board.id, entries);
    const milliseconds = performance.now() - began;
    return expectCount({ count: ids.filter((id) => id !== null).length, milliseconds }, imported);
  },
});

const buildJobs = (bench: Bench, board: Board): Job[] => {
  const { workspace, options } = bench;
  const changed = (n: number): unknown => ({ ...makeEntry(n), values: { amount: -n } });
  return [
    importJob(bench, board, 'import, new', makeEntry),
    importJob(bench, board, 'import, changed', changed),
    importJob(bench, board, 'import, unchanged', changed),
    {
      name: 'export CSV',
      unit: 'rows',
      rounds: options.rounds,
      run: async () =>
        expectCount(await downloadCsv(workspace, `/pipelines/${board.id}/entries/export`), options.entries),
    },
    {
      name: 'delete the board',
      unit: 'boards',
      rounds: 1,
      run: async () => {
        const began = performance.now();
        await call(workspace, 'DELETE', `/pipelines/${board.id}?force=true`);
        return { count: 1, milliseconds: performance.now() - began };
      },
    },
  ];
};

/** A large board of contacts: reads first, so that they see the imported data. */
export const pipelinesWorkload: Workload = {
  name: 'pipelines',
  prepare: async (bench) => {
    await seedContacts(bench);
    const board = await prepareBoard(bench);
    return settled(bench, 'pipelines', [
      ...loadSteps(bench, buildLoads(bench, board)),
      ...buildJobs(bench, board).map((job) => jobStep(bench, job)),
    ]);
  },
};
