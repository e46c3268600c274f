import { newId } from '@parley/persistence';
import { describeWith, engineUrl } from '@parley/testing';
import { Meilisearch } from 'meilisearch';
import { createMeilisearchIndex, type IndexDefinition, type SearchIndex } from '../src/index';
import { itFinds } from './finds';
import { itKeeps } from './keeps';
import { type Engine, testDefinition } from './suite';

describeWith('meilisearch')('the Meilisearch adapter', () => {
  // The body of a skipped group runs too, and the client wants a URL.
  const url = engineUrl('meilisearch') ?? 'http://127.0.0.1:1';
  const apiKey = process.env['TEST_MEILI_API_KEY'] ?? '';
  const client = new Meilisearch({ host: url, apiKey });
  const open = (definition: IndexDefinition): SearchIndex =>
    createMeilisearchIndex({ url, apiKey, definition });

  const engine: Engine = {
    open,
    openAway: (definition) => createMeilisearchIndex({ url: 'http://127.0.0.1:1', definition }),
  };
  describe('finds', () => itFinds(engine));
  describe('keeps', () => itKeeps(engine));

  it('declares its settings before the first document and repairs them at start', async () => {
    const definition = testDefinition();
    await open(definition).upsert([{ id: 't1', projectId: newId(), title: 'parcel' }]);
    const engineIndex = client.index(definition.name);
    const declared = await engineIndex.getSettings();
    expect(declared.searchableAttributes).toEqual(
      ['title', 'comments'].flatMap((field) =>
        ['text', 'text_zh', 'text_ja', 'text_ko', 'text_th'].map((root) => `${root}.${field}`),
      ),
    );
    expect(declared.localizedAttributes).toContainEqual({
      attributePatterns: ['text_ja.*'],
      locales: ['jpn'],
    });
    expect(declared.filterableAttributes).toContain('project');
    const tasks = await client.tasks.getTasks({ indexUids: [definition.name] });
    expect(tasks.results.map(({ type }) => type)).toEqual([
      'documentAdditionOrUpdate',
      'settingsUpdate',
      'indexCreation',
    ]);

    await engineIndex.updateSettings({ rankingRules: ['exactness'] }).waitTask();
    await open(definition).prepare();
    expect(await engineIndex.getSettings()).toEqual(declared);
    await open(definition).prepare();
    const { total } = await client.tasks.getTasks({
      indexUids: [definition.name],
      types: ['settingsUpdate'],
    });
    expect(total).toBe(3);
  });

  it('gives the engine one task at a time', async () => {
    const definition = testDefinition();
    const index = open(definition);
    const projectId = newId();
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => index.upsert([{ id: `t${n}`, projectId, title: 'parcel' }])),
    );
    const { results } = await client.tasks.getTasks({ indexUids: [definition.name] });
    const [newest, ...older] = [...results];
    let later = newest;
    for (const earlier of older) {
      expect(Date.parse(String(earlier.finishedAt))).toBeLessThanOrEqual(
        Date.parse(String(later?.enqueuedAt)),
      );
      later = earlier;
    }
    expect(results.filter(({ type }) => type === 'documentAdditionOrUpdate')).toHaveLength(5);
  });

  it('is unavailable and not empty when the index was lost, until it is prepared again', async () => {
    const definition = testDefinition();
    const index = open(definition);
    const projectId = newId();
    await index.upsert([{ id: 't1', projectId, title: 'parcel' }]);
    await client.deleteIndex(definition.name).waitTask();
    const query = { projectId, query: 'parcel', limit: 5, match: 'all' } as const;
    await expect(index.search(query)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(index.upsert([{ id: 't2', projectId, title: 'parcel' }])).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await expect(index.health()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await index.prepare()).toEqual({ isEmpty: true });
    await index.upsert([{ id: 't2', projectId, title: 'parcel' }]);
    expect((await index.search(query)).hits.map(({ id }) => id)).toEqual(['t2']);
  });

  it('leaves no other index after a rebuild', async () => {
    const definition = testDefinition();
    await open(definition).rebuild(
      (async function* () {
        yield [{ id: 't1', projectId: newId(), title: 'parcel' }];
      })(),
    );
    const { results } = await client.getRawIndexes({ limit: 1_000 });
    const names = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(definition.name));
    expect(names).toEqual([definition.name]);
  });
});
