import type { Api } from '../api';
import { drive, type Load } from '../load';
import type { Target } from '../platforms';
import { prepareReferenceData, startReferenceMany, startReferenceOne } from '../references';
import { ACCOUNTS, seedTickets } from '../seed';
import { chooseCommonWord, chooseRareWord, chooseTwoWords, makeText, makeTitle } from '../vocabulary';
import { type Bench, loadSteps, type Step, type Workload } from '../workload';
import { sampleTickets, type Workspace } from '../workspace';

const ticketBody = (n: number, contactId: string): Record<string, unknown> => ({
  title: makeTitle(n),
  description: makeText(n),
  type: 'INQUIRY',
  session: contactId,
  customData: { plan: 'pro', seats: n },
  tags: ['bench'],
});

/** Fields of a ticket in a list of the inbox, and in a list of hits. */
const LISTED_CARD = 'id,title,status,priority,session,processingUser,lastActivity,unreadForMe';
const FOUND_CARD = 'id,title,status,lastActivity,highlight';

/** Number of one of the first 1,900 tickets, which every size has. */
export const early = (n: number): number => 1 + ((n * 37) % 1_900);

/** Searches by their names: what each request searches for. */
export const searches: readonly (readonly [name: string, term: (n: number) => string])[] = [
  ['search, a rare word', (n: number): string => chooseRareWord(early(n))],
  ['search, a common word', chooseCommonWord],
  ['search, two words', (n: number): string => chooseTwoWords(early(n))],
];

const searchPath = (term: string): string => `/tickets/search?searchTerm=${encodeURIComponent(term)}`;

/** The loads on the platform, reads first so that they see the size that was seeded. */
export const platformLoads = ({ base, headers, contactId }: Workspace, ids: readonly string[]): Load[] => {
  const pickId = (n: number): string => ids[n % ids.length] ?? '';
  const load = (name: string, request: Load['request'], more?: Pick<Load, 'mustFind'>): Load => ({
    ...{ name, base, headers, request },
    ...more,
  });
  return [
    load('get ticket', (n) => ({ method: 'GET', path: `/tickets/${pickId(n)}` })),
    load('list 50', () => ({ method: 'GET', path: '/tickets?limit=50' })),
    load('filtered list 50', () => ({ method: 'GET', path: '/tickets?limit=50&status=OPEN&type=INQUIRY' })),
    load('list 50 by custom data', (n) => ({
      method: 'GET',
      path: `/tickets?limit=50&customData.account=${n % ACCOUNTS}`,
    })),
    load('list 50 as cards', () => ({ method: 'GET', path: `/tickets?limit=50&fields=${LISTED_CARD}` })),
    ...searches.flatMap(([name, term]) => [
      load(name, (n) => ({ method: 'GET', path: searchPath(term(n)) }), { mustFind: true }),
      load(
        `${name}, as cards`,
        (n) => ({ method: 'GET', path: `${searchPath(term(n))}&fields=${FOUND_CARD}` }),
        { mustFind: true },
      ),
    ]),
    load('add message', (n) => ({
      method: 'POST',
      path: '/messages',
      body: { ticket: pickId(n), comment: `Answer ${makeText(n)}` },
    })),
    load('create ticket', (n) => ({ method: 'POST', path: '/tickets', body: ticketBody(n, contactId) })),
  ];
};

/** The same get and create on a reference. */
const referenceLoads = ({ base, headers }: Api, ids: readonly string[]): Load[] => [
  {
    name: 'get ticket',
    base,
    headers,
    request: (n) => ({ method: 'GET', path: `/tickets/${ids[n % ids.length] ?? ''}` }),
  },
  {
    name: 'create ticket',
    base,
    headers,
    request: (n) => ({ method: 'POST', path: '/tickets', body: ticketBody(n, 'c0ffee') }),
  },
];

const startReference = async ({ mode, serverUrl }: Target, tickets: number) => {
  const data = await prepareReferenceData(serverUrl, tickets);
  const reference = await (mode === 'one' ? startReferenceOne(data.url) : startReferenceMany(data.url));
  return { reference, ids: data.ids };
};

const referenceStep = ({ target, tickets, options }: Bench): Step => ({
  name: 'reference',
  run: async (record) => {
    const { reference, ids } = await startReference(target, tickets);
    const processes = reference.pids.map((pid, index) => ({ name: `reference ${index + 1}`, pid }));
    try {
      for (const load of referenceLoads({ base: reference.base, headers: { project: 'bench' } }, ids)) {
        for (const connections of options.connections)
          record(await drive(reference.name, load, connections, options.seconds, processes));
      }
    } finally {
      await reference.stop();
    }
  },
});

/** What every dashboard does with tickets, beside the references. */
export const coreWorkload: Workload = {
  name: 'core',
  isOfEverySize: true,
  isOfStart: true,
  prepare: async (bench) => {
    await seedTickets(bench);
    const ids = await sampleTickets(bench.workspace, bench.tickets);
    return [...loadSteps(bench, platformLoads(bench.workspace, ids)), referenceStep(bench)];
  },
};
