import { knowledgeSet, type LabelledQuestion } from '@parley/testing/knowledge-set';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, mapInParallel } from '../api';
import { expectCount } from '../downloads';
import type { Job } from '../job';
import type { Load } from '../load';
import { settled } from '../settle';
import { type Bench, jobStep, loadSteps, type Workload } from '../workload';

/** Entries that are there while it is searched. */
const ENTRIES = 10_000;
/** Entries that are pushed at once. */
const PUSHED = 1_500;
const LABEL = 'labelled';
const SYLLABLES = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu'];

/** A word by its number, of as many syllables as that has digits. */
const word = (n: number): string => Array.from(String(n), (digit) => SYLLABLES[Number(digit)] ?? '').join('');
/** A word of one entry alone. */
const ownWord = (n: number): string => word(100_000 + n);
/** One of 500 words that many entries have. */
const sharedWord = (n: number): string => word(1_000 + (n % 500));

const makeText = (n: number): string =>
  Array.from({ length: 5 }, (_, part) => {
    const words = Array.from({ length: 8 }, (_word, at) => sharedWord(n * 31 + part * 17 + at * 7));
    return `${part === 2 ? ownWord(n) : sharedWord(n + part)} ${words.join(' ')}.`;
  }).join(' ');

const push = async ({ workspace }: Bench, entries: readonly object[]): Promise<void> => {
  await mapInParallel([...entries], (entry) => call(workspace, 'POST', '/aicontent', entry));
};

const makeEntries = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, index) => {
    const n = from + index;
    return {
      contentId: `entry-${n}`,
      type: 'faq',
      title: `Entry ${sharedWord(n)}`,
      content: makeText(n),
      lang: 'en',
    };
  });

/** Waits until everything that was pushed is found. */
const allFound = async ({ workspace }: Bench): Promise<void> => {
  while ((await call<{ pending: number }>(workspace, 'GET', '/knowledge/status')).pending > 0)
    await sleep(200);
};

interface Results {
  results: { sourceId: string }[];
}

/** Says how many of the labelled questions find their document. */
const sayQuality = async (bench: Bench): Promise<void> => {
  await push(
    bench,
    knowledgeSet.documents.map(({ id, lang, title, text }) => ({
      contentId: id,
      type: 'faq',
      lang,
      title,
      content: text,
      tags: [LABEL],
    })),
  );
  await allFound(bench);
  const judged: (LabelledQuestion & { rank: number })[] = [];
  for (const question of knowledgeSet.questions) {
    const { results } = await call<Results>(bench.workspace, 'POST', '/knowledge/search', {
      query: question.text,
      scope: { tags: [LABEL] },
    });
    judged.push({ ...question, rank: results.findIndex(({ sourceId }) => sourceId === question.id) + 1 });
  }
  for (const kind of ['words', 'paraphrase', 'foreign'] as const) {
    const own = judged.filter((one) => one.kind === kind);
    const among = (most: number): string =>
      (own.filter(({ rank }) => rank > 0 && rank <= most).length / own.length).toFixed(2);
    bench.say(`  quality, ${kind}: recall@5 ${among(5)}, first ${among(1)} of ${own.length} questions`);
  }
};

const buildLoads = ({ workspace: { base, headers } }: Bench): Load[] => {
  const post = (name: string, path: string, body: (n: number) => object): Load => ({
    name,
    base,
    headers,
    request: (n) => ({ method: 'POST', path, body: body(n) }),
    mustFind: true,
  });
  const spread = (n: number): number => (n * 7_919) % ENTRIES;
  return [
    post('search a rare word', '/knowledge/search', (n) => ({ query: ownWord(spread(n)) })),
    post('search three words', '/knowledge/search', (n) => ({
      query: `${sharedWord(n)} ${sharedWord(n * 3)} ${ownWord(spread(n))}`,
    })),
    post('search a question', '/knowledge/search', (n) => ({
      query: `How do I ${sharedWord(n)} the ${ownWord(spread(n))}?`,
    })),
    post('answer a question', '/knowledge/answer', (n) => ({
      question: `How do I ${sharedWord(n)} the ${ownWord(spread(n))}?`,
    })),
    { name: 'status', base, headers, request: () => ({ method: 'GET', path: '/knowledge/status' }) },
  ];
};

const pushJob = (bench: Bench): Job => ({
  name: 'push at once, all found',
  unit: 'entries',
  rounds: 1,
  run: async () => {
    const began = performance.now();
    await push(bench, makeEntries(ENTRIES, PUSHED));
    await allFound(bench);
    return expectCount({ count: PUSHED, milliseconds: performance.now() - began }, PUSHED);
  },
});

/** Everything a team knows, as it is searched, asked and pushed. */
export const knowledgeWorkload: Workload = {
  name: 'knowledge',
  prepare: async (bench) => {
    await sayQuality(bench);
    await push(bench, makeEntries(0, ENTRIES));
    await allFound(bench);
    return settled(bench, 'knowledge', [
      ...loadSteps(bench, buildLoads(bench)),
      jobStep(bench, pushJob(bench)),
    ]);
  },
};
