import { type Api, call, mapInParallel, send } from '../api';
import { downloadJson, expectCount } from '../downloads';
import type { Job, Outcome } from '../job';
import type { Load } from '../load';
import {
  ARTICLES,
  BELOW_TOP,
  type Helpcenter,
  IN_COLLECTION,
  ownWord,
  seedHelpcenter,
  sharedWord,
} from '../seed-helpcenter';
import { settled } from '../settle';
import { type Bench, jobStep, loadSteps, type Workload } from '../workload';

/** Spreads request numbers over the articles; neighbours in time are no neighbours in the table. */
const spread = (n: number): number => 2 + ((n * 7_919) % (ARTICLES - 2));

/** An article that an anonymous visitor sees: every fifth collection is for users. */
const visible = (n: number): number => {
  const article = spread(n);
  return article % 5 === 4 ? article - 1 : article;
};

/** Paths of the pages of some articles, below the host root. */
const findPages = async (visitor: Api): Promise<string[]> =>
  mapInParallel(
    Array.from({ length: 512 }, (_, n) => n),
    async (n) => {
      const path = `/shared/helpcenter/articles/${visible(n)}?lang=en`;
      const { data } = await call<{ data: { article: { url: string } } }>(visitor, 'GET', path);
      return new URL(data.article.url).pathname;
    },
  );

const buildLoads = ({ workspace: { projectId } }: Bench, { base, headers }: Api, pages: string[]): Load[] => {
  const get = (name: string, path: (n: number) => string): Load => ({
    name,
    base,
    headers,
    request: (n) => ({ method: 'GET', path: path(n) }),
  });
  const search = (name: string, term: (n: number) => string, lang = 'en'): Load =>
    get(name, (n) => `/shared/helpcenter/search?lang=${lang}&searchTerm=${encodeURIComponent(term(n))}`);
  const page = (name: string, path: (n: number) => string): Load => ({
    name,
    base: new URL(base).origin,
    headers: { accept: 'text/html' },
    request: (n) => ({ method: 'GET', path: path(n) }),
  });
  return [
    search('search a word of one article', (n) => ownWord(visible(n), 'en')),
    search('search two words of hundreds', (n) => `${sharedWord(n, 'de')} ${sharedWord(n + 1, 'de')}`, 'de'),
    search(
      'search a question',
      (n) => `how does ${ownWord(visible(n), 'en')} work with a ${sharedWord(n, 'en')}`,
    ),
    get('read an article', (n) => `/shared/helpcenter/articles/${visible(n)}`),
    get('list top collections', () => '/shared/helpcenter/collections'),
    page('page of an article', (n) => pages[n % pages.length] ?? ''),
    page('page of a search', (n) => `/help/${projectId}/en/search?q=${ownWord(visible(n), 'en')}`),
    page('home page', () => `/help/${projectId}/en`),
  ];
};

/** Measures one call and counts its units. */
const timed = async (work: () => Promise<number>): Promise<Outcome> => {
  const began = performance.now();
  const count = await work();
  return { count, milliseconds: performance.now() - began };
};

const fetchText = async ({ workspace }: Bench, path: string): Promise<string> =>
  (await send({ base: new URL(workspace.base).origin, headers: {} }, 'GET', path)).text();

/** Reads every file that the index of the site's addresses names, or the one file that there is; answers the addresses. */
const readSitemap = async (bench: Bench): Promise<number> => {
  const root = `/help/${bench.workspace.projectId}`;
  const first = await fetchText(bench, `${root}/sitemap.xml`);
  const files = [...first.matchAll(/<sitemap>\s*<loc>([^<]*)</g)].map(
    ([, file = '']) => new URL(file).pathname,
  );
  let count = first.split('<url>').length - 1;
  for (const file of files) count += (await fetchText(bench, file)).split('<url>').length - 1;
  return count;
};

/** Publishes or unpublishes a tree of collections: once, since the index still processes earlier changes. */
const toggleJob = ({ workspace }: Bench, collection: string, name: string, unpublished: boolean): Job => ({
  name,
  unit: 'articles',
  rounds: 1,
  run: async () => {
    const outcome = await timed(async () => {
      const path = `${collection}/toggle-publish`;
      return (await call<{ updated: number }>(workspace, 'PUT', path, { unpublished })).updated;
    });
    return expectCount(outcome, BELOW_TOP);
  },
});

/** Changes the audience of a tree of collections. */
const audienceJob = (
  { workspace }: Bench,
  collection: string,
  name: string,
  targetAudience: string,
): Job => ({
  name,
  unit: 'articles',
  rounds: 1,
  run: () =>
    timed(async () => {
      await call(workspace, 'PUT', collection, { targetAudience });
      return BELOW_TOP;
    }),
});

/** Complete reads: before everything else, so that their memory is measured against that of a fresh process. */
const buildStreamJobs = (bench: Bench): Job[] => {
  const { workspace, options } = bench;
  return [
    {
      name: 'sitemap',
      unit: 'addresses',
      rounds: options.rounds,
      run: async () => expectCount(await timed(() => readSitemap(bench)), (3 * ARTICLES * 4) / 5),
    },
    {
      name: 'texts to translate',
      unit: 'entries',
      rounds: options.rounds,
      run: async () =>
        expectCount(await downloadJson(workspace, '/translations/entries', 'entries'), ARTICLES),
    },
  ];
};

const buildJobs = (bench: Bench, { top, collections }: Helpcenter): Job[] => {
  const { workspace, options } = bench;
  const articlesPath = `/helpcenter/collections/${collections[0]}/articles`;
  const right = `/helpcenter/collections/${top[1]}`;
  const listIds = async (): Promise<string[]> => {
    const ids: string[] = [];
    while (ids.length < IN_COLLECTION) {
      const path = `${articlesPath}?limit=100&skip=${ids.length}`;
      const page = await call<{ id: string }[]>(workspace, 'GET', path);
      if (page.length === 0) throw new Error(`Only ${ids.length} articles are in the collection`);
      ids.push(...page.map(({ id }) => id));
    }
    return ids;
  };
  return [
    {
      name: 'reorder a collection',
      unit: 'articles',
      rounds: options.rounds,
      run: async () => {
        const articleIds = (await listIds()).reverse();
        const outcome = await timed(async () => {
          await send(workspace, 'PUT', `${articlesPath}/order`, { articleIds });
          return articleIds.length;
        });
        return expectCount(outcome, IN_COLLECTION);
      },
    },
    toggleJob(bench, right, 'unpublish a tree', true),
    toggleJob(bench, right, 'publish a tree', false),
    audienceJob(bench, right, 'restrict a tree', 'users'),
    audienceJob(bench, right, 'open a tree', 'all'),
  ];
};

/** A help center of 10,000 articles in 3 languages, as its visitors read and search it. */
export const helpcenterWorkload: Workload = {
  name: 'helpcenter',
  prepare: async (bench) => {
    const helpcenter = await seedHelpcenter(bench);
    const { workspace } = bench;
    const { apiToken } = await call<{ apiToken: string }>(
      workspace,
      'GET',
      `/projects/${workspace.projectId}`,
    );
    const visitor: Api = { base: workspace.base, headers: { 'api-token': apiToken } };
    return settled(bench, 'helpcenter', [
      ...buildStreamJobs(bench).map((job) => jobStep(bench, job)),
      ...loadSteps(bench, buildLoads(bench, visitor, await findPages(visitor))),
      ...buildJobs(bench, helpcenter).map((job) => jobStep(bench, job)),
    ]);
  },
};
