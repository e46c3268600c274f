import type { ListClauses, Sql } from '@parley/persistence';
import { createItemTexts } from '../src/items/item-texts';
import { type Mailing, required, startMailing } from './support/mailing';

let world: Mailing;
beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(() => world.newProject());

const DRAFTS: ListClauses = { where: `status = 'draft'`, orderBy: 'id DESC', skip: 0, limit: 1_000 };

const add = async (name: string): Promise<string> => {
  const item = { name, message: { localized: { en: `Text of ${name}` } }, tags: ['"quoted"'] };
  return required((await world.banners.createBanner({ item }, world.as('user'))).item).id;
};
const rename = (bannerId: string, item: Record<string, unknown>) =>
  world.banners.updateBanner({ bannerId, item }, world.as('user'));
const params = () => [world.projectId, 'BANNER'];
const listNames = (text: string): string[] =>
  (JSON.parse(text) as { name: string }[]).map(({ name }) => name);

/** The database, noting how many whole rows were read, and letting somebody in between two looks. */
const watched = (between: () => Promise<unknown> = async () => undefined) => {
  const seen = { rows: 0 };
  const sql: Sql = {
    query: async (text, ...rest) => {
      const rows = await world.db.query(text, ...rest);
      if (text.includes('organisation_id')) seen.rows += rows.length;
      else await between();
      return rows as never;
    },
  };
  return { texts: createItemTexts(sql), seen };
};

it('a list as text is what the list is', async () => {
  await add('a');
  await add('b');
  await world.create({ status: 'draft', config: { tracking: { opens: false } } });
  const lists = [
    (asText: boolean) => world.banners.listBanners({ asText, limit: 1_000 }, world.as('user')),
    (asText: boolean) => world.emails.listEngagementEmails({ asText, limit: 1_000 }, world.as('user')),
    (asText: boolean) => world.tours.listCobrowseTours({ asText, limit: 1_000 }, world.as('user')),
  ];
  for (const list of lists) {
    const [whole, text] = await Promise.all([list(false), list(true)]);
    expect(whole.text).toBe('');
    expect(text.items).toEqual([]);
    expect(text.text).toBe(JSON.stringify(whole.items));
  }
});

it('a list has 1,000 items at most, and as many when nothing is said of its length', async () => {
  await world.db.query(
    `INSERT INTO item (project_id, id, organisation_id, type, name, status, target_audience, conditions, trigger,
         event_trigger_delay, page_rules, frequency, sound, hidden, tags, created_by, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'o', 'BANNER', n::text, 'draft', 'all', '[]', 'page',
         0, '[]', 'once', false, false, '{}', 'u', now(), now() FROM generate_series(1, 1001) AS n`,
    [world.projectId],
  );
  const newest = Array.from({ length: 1_000 }, (_, index) => String(1_001 - index));
  for (const request of [{}, { limit: 1_000 }, { limit: 5_000 }]) {
    const { items } = await world.banners.listBanners(request, world.as('user'));
    expect(items.map(({ name }) => name)).toEqual(newest);
    const { text } = await world.banners.listBanners({ ...request, asText: true }, world.as('user'));
    expect(listNames(text)).toEqual(newest);
  }
});

it('reads whole rows once, and again those that changed; who left is gone, also by a count', async () => {
  const [a, b] = [await add('a'), await add('b')];
  const { texts, seen } = watched();
  const page = () => texts.page(DRAFTS, params());
  expect(listNames(await page())).toEqual(['b', 'a']);
  expect(listNames(await page())).toEqual(['b', 'a']);
  expect(seen.rows).toBe(2);
  await rename(a, { name: 'A' });
  expect(listNames(await page())).toEqual(['b', 'A']);
  expect(seen.rows).toBe(3);
  await world.db.query('UPDATE item SET clicked = 7 WHERE id = $1', [b]);
  expect(JSON.parse(await page())).toMatchObject([{ stats: { clicked: 7 } }, { stats: { clicked: 0 } }]);
  await world.banners.deleteBanner({ bannerId: b }, world.as('user'));
  expect(listNames(await page())).toEqual(['A']);
  world.newProject();
  expect(await page()).toBe('[]');
});

it('what changes between the look at versions and the reading is answered only if it still belongs to the page', async () => {
  const [a] = [await add('a'), await add('b')];
  let goes = () => rename(a, { status: 'live' });
  const { texts } = watched(async () => goes());
  expect(listNames(await texts.page(DRAFTS, params()))).toEqual(['b']);
  await add('c');
  goes = async () => ({ item: undefined });
  expect(listNames(await texts.page(DRAFTS, params()))).toEqual(['c', 'b']);
});
