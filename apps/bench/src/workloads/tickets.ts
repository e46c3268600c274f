import { call, mapInParallel } from '../api';
import { downloadCsv, downloadJson, expectCount } from '../downloads';
import type { Job, Outcome } from '../job';
import type { Load } from '../load';
import { seedTickets } from '../seed';
import { chooseRareWord, chooseTwoWords, makeText, makeTitle, misspell } from '../vocabulary';
import { settled } from '../settle';
import { type Bench, jobStep, loadSteps, type Workload } from '../workload';
import { sampleTickets, type Workspace } from '../workspace';
import { early } from './core';

/** Most tickets of a JSON export, by the public limits. */
const MAX_EXPORTED = 25_000;

/** Milliseconds the mails of a bulk reply may take. */
const MAILS_TIMEOUT = 120_000;

/** A ticket of a contact with an address. */
interface MailedTicket {
  id: string;
  email: string;
}

const createTicket = async (workspace: Workspace, session: string, n: number): Promise<string> => {
  const body = { title: makeTitle(n), type: 'INQUIRY', session };
  return (await call<{ id: string }>(workspace, 'POST', '/tickets', body)).id;
};

/** Makes a contact with an address and a ticket for each reply of a bulk reply. */
const createMailedTickets = async ({ workspace, options }: Bench): Promise<MailedTicket[]> => {
  const sessions = Array.from({ length: options.bulk }, (_, n) => ({
    userId: `mailed-${n}`,
    email: `mailed.${n}@example.com`,
    name: `Mailed ${n}`,
  }));
  const ids = await call<string[]>(workspace, 'POST', '/sessions/importer', { sessions });
  return mapInParallel(sessions, async ({ userId, email }) => {
    const n = Number(userId.split('-')[1]);
    return { id: await createTicket(workspace, ids[n] ?? '', n), email };
  });
};

const readLoads = ({ base, headers }: Workspace): Load[] => {
  const search = (name: string, term: (n: number) => string): Load => ({
    name,
    base,
    headers,
    mustFind: true,
    request: (n) => ({
      method: 'GET',
      path: `/tickets/search?searchTerm=${encodeURIComponent(term(n))}`,
    }),
  });
  return [
    search('search a rare word', (n) => chooseRareWord(early(n))),
    search('search with a typo', (n) => misspell(chooseRareWord(early(n)))),
    search('search two words', (n) => chooseTwoWords(early(n))),
  ];
};

const messageLoads = ({ base, headers }: Workspace, ids: readonly string[]): Load[] => {
  const create = (name: string, body: Record<string, unknown>): Load => ({
    name,
    base,
    headers,
    request: (n) => ({
      method: 'POST',
      path: '/messages',
      body: { ticket: ids[n % ids.length], comment: `Answer ${makeText(n)}`, ...body },
    }),
  });
  return [create('create message', {}), create('create note', { isNote: true })];
};

const exportJobs = ({ workspace, tickets }: Bench): Job[] => [
  {
    name: 'export JSON',
    unit: 'tickets',
    rounds: 1,
    run: async () =>
      expectCount(await downloadJson(workspace, '/tickets/export'), Math.min(MAX_EXPORTED, tickets)),
  },
  {
    name: 'export CSV',
    unit: 'rows',
    rounds: 1,
    run: async () => expectCount(await downloadCsv(workspace, '/tickets/csv-export?type=INQUIRY'), tickets),
  },
];

const updateJob = ({ workspace, options }: Bench, mailed: readonly MailedTicket[]): Job => ({
  name: `bulk update of ${mailed.length}`,
  unit: 'tickets',
  rounds: options.rounds,
  run: async (round): Promise<Outcome> => {
    const began = performance.now();
    const { updated } = await call<{ updated: number }>(workspace, 'PUT', '/tickets/bulk', {
      action: 'priority',
      selection: { ids: mailed.map(({ id }) => id) },
      // Another value each time, because unchanged ones are not written.
      payload: { priority: round % 2 === 0 ? 'HIGH' : 'LOW' },
    });
    return expectCount({ count: updated, milliseconds: performance.now() - began }, mailed.length);
  },
});

/** From the call to the last mail at the SMTP server, the delay of scheduled replies included. */
const replyJob = ({ workspace, target, options }: Bench, mailed: readonly MailedTicket[]): Job => ({
  name: `bulk reply to ${mailed.length}`,
  unit: 'mails',
  rounds: options.rounds,
  run: async (round): Promise<Outcome> => {
    const addresses = new Set(mailed.map(({ email }) => email));
    const before = target.mails.arrivals.length;
    const mails = () => target.mails.arrivals.slice(before).filter(({ to }) => addresses.has(to));
    const began = Date.now();
    await call(workspace, 'POST', '/tickets/bulk/reply', {
      selection: { ids: mailed.map(({ id }) => id) },
      comment: `The outage ${round} is over.`,
      batchId: `bench-${mailed.length}-${round}`,
    });
    await target.mails.waitUntil(() => mails().length >= mailed.length, MAILS_TIMEOUT);
    const times = mails().map(({ at }) => at - began);
    const reached = new Set(mails().map(({ to }) => to)).size;
    // A mail too many is as wrong as one too few.
    const failures = mailed.length - reached + (times.length - reached);
    return { count: reached, milliseconds: Math.max(0, ...times), times, failures };
  },
});

/** Replies that are sent within the call, by the public limits. */
const MAX_INLINE = 30;

/** One that is sent within the call and one that is scheduled. */
const replyJobs = (bench: Bench, mailed: readonly MailedTicket[]): Job[] =>
  [...new Set([Math.min(MAX_INLINE, mailed.length), mailed.length])].map((size) =>
    replyJob(bench, mailed.slice(0, size)),
  );

const mergeJob = ({ workspace, options }: Bench, groups: readonly string[][]): Job => ({
  name: `merge of ${options.merged}`,
  unit: 'tickets',
  rounds: groups.length,
  run: async (round): Promise<Outcome> => {
    const [targetTicketId, ...ticketsToMergeIds] = groups[round] ?? [];
    const began = performance.now();
    await call(workspace, 'PUT', '/tickets/merge', { targetTicketId, ticketsToMergeIds });
    return { count: ticketsToMergeIds.length, milliseconds: performance.now() - began };
  },
});

const createGroups = ({ workspace, options }: Bench): Promise<string[][]> =>
  Promise.all(
    Array.from({ length: options.rounds }, () =>
      mapInParallel(
        Array.from({ length: options.merged + 1 }, (_, n) => n),
        (n) => createTicket(workspace, workspace.contactId, n),
      ),
    ),
  );

/** Messages, work on many tickets at once, exports and search in a large project. */
export const ticketsWorkload: Workload = {
  name: 'tickets',
  prepare: async (bench) => {
    const { workspace, tickets } = bench;
    await seedTickets(bench);
    const ids = await sampleTickets(workspace, tickets);
    const mailed = await createMailedTickets(bench);
    const groups = await createGroups(bench);
    return settled(bench, 'tickets', [
      ...loadSteps(bench, readLoads(workspace)),
      ...exportJobs(bench).map((job) => jobStep(bench, job)),
      ...loadSteps(bench, messageLoads(workspace, ids)),
      jobStep(bench, updateJob(bench, mailed)),
      ...replyJobs(bench, mailed).map((job) => jobStep(bench, job)),
      jobStep(bench, mergeJob(bench, groups)),
    ]);
  },
};
