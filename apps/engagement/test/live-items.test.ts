import { newId, type Sql } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { createLiveItems } from '../src/delivery/live-items';
import { document, type Mailing, required, startMailing } from './support/mailing';

/** The 2 s in which a change reaches widgets, and time for a busy machine. */
const SOON = 10_000;

let world: Mailing;
beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());

/** The database, counting how often items were read. */
const counting = (): { sql: Sql; reads: () => number } => {
  let reads = 0;
  return {
    reads: () => reads,
    sql: {
      query: (text, ...rest) => {
        if (text.includes('FROM item')) reads += 1;
        return world.db.query(text, ...rest);
      },
    },
  };
};

const addLive = (projectId: string, bytes: number): Promise<unknown> =>
  world.db.query(
    `WITH i AS (INSERT INTO item (project_id, id, organisation_id, type, name, status, config, target_audience, conditions,
         trigger, event_trigger_delay, page_rules, frequency, sound, hidden, tags, created_by, created_at, updated_at)
       VALUES ($1, $2, 'o', 'TOOLTIP', 'Item', 'live', jsonb_build_object('selector', '#a', 'pad', repeat('x', $3)), 'all', '[]',
         'page', 0, '[]', 'once', false, false, '{}', 'u', now(), now()))
     INSERT INTO project_items (project_id, version) VALUES ($1, 1)
       ON CONFLICT (project_id) DO UPDATE SET version = project_items.version + 1`,
    [projectId, newId(), bytes],
  );

it('are read once for callers that come together, and again when their version changed', async () => {
  const projectId = newId();
  await addLive(projectId, 10);
  const { sql, reads } = counting();
  const live = createLiveItems(sql);
  const answers = await Promise.all(Array.from({ length: 20 }, () => live.of(projectId)));
  expect(answers.map(({ items }) => items.length)).toEqual(Array(20).fill(1));
  expect(reads()).toBe(1);
  await addLive(projectId, 10);
  expect((await live.fresh(sql, projectId)).items).toHaveLength(2);
  expect((await live.fresh(sql, projectId)).items).toHaveLength(2);
  expect(reads()).toBe(2);
});

it('a project without live items costs no look at items', async () => {
  const { sql, reads } = counting();
  expect(await createLiveItems(sql).of(newId())).toEqual({ version: 0, items: [] });
  expect(reads()).toBe(0);
});

it('are kept up to so many bytes: those of the project that was not asked for longest go', async () => {
  const [one, two, three] = [newId(), newId(), newId()] as const;
  for (const projectId of [one, two, three]) await addLive(projectId, 40_000);
  const { sql, reads } = counting();
  // Two projects fit, three do not.
  const live = createLiveItems(sql, { maxBytes: 100_000 });
  for (const projectId of [one, two, one, three]) await live.of(projectId);
  expect(reads()).toBe(3);
  await live.of(one);
  expect(reads()).toBe(3);
  await live.of(two);
  expect(reads()).toBe(4);
});

it('a project that is larger alone is read each time and answered all the same', async () => {
  const projectId = newId();
  await addLive(projectId, 200_000);
  const { sql, reads } = counting();
  const live = createLiveItems(sql, { maxBytes: 100_000 });
  for (let look = 1; look <= 2; look += 1) {
    expect((await live.of(projectId)).items).toHaveLength(1);
    expect(reads()).toBe(look);
  }
});

it.each([
  ['draft', ['live', 'paused', 'live', 'finished']],
  ['live', ['finished']],
] as const)(
  'made as %s, reach widgets within 2 s of going live and are gone from them as soon, whatever they asked before',
  async (made, changes) => {
    world.newProject();
    const ada = world.people.add(world.projectId);
    const due = async (): Promise<string[]> => {
      const { engagements } = await world.widgets.listDueEngagements({}, world.asContact(ada));
      return engagements.map(({ id }) => id);
    };
    // What the widget is told from now on is believed for a while.
    expect(await due()).toEqual([]);
    const item = { name: 'Banner', status: made, message: document('Hi') };
    const { id } = required((await world.banners.createBanner({ item }, world.as('user'))).item);
    const expectDue = (status: string): Promise<void> =>
      eventually(async () => expect(await due()).toEqual(status === 'live' ? [id] : []), SOON);
    await expectDue(made);
    for (const status of changes) {
      await world.banners.updateBanner({ bannerId: id, item: { status } }, world.as('user'));
      await expectDue(status);
    }
  },
);
