import { DomainError } from '@parley/errors';
import { newId } from '@parley/persistence';
import type { SearchDocument } from '../src/index';
import { type Engine, setUp, testDefinition } from './suite';

/** How both adapters keep an index: replacing, removing, rebuilding, and failing aloud. */
export const itKeeps = (engine: Engine): void => {
  const suite = setUp(engine);
  const { add, found } = suite;
  let projectId: string;
  beforeEach(() => {
    projectId = suite.projectId();
  });

  it('replaces a document and forgets its former words', async () => {
    await add({ t1: { title: 'elephant', status: 'OPEN' } });
    await add({ t1: { title: 'giraffe' } });
    expect(await found('elephant')).toEqual([]);
    expect(await found('giraffe')).toEqual(['t1']);
    expect(await found('giraffe', { filter: { status: 'OPEN' } })).toEqual([]);
  });

  it('takes the last of two documents with one id in a batch', async () => {
    await suite.index().upsert([
      { id: 't1', projectId, title: 'elephant' },
      { id: 't1', projectId, title: 'giraffe' },
    ]);
    expect(await found('elephant giraffe', { match: 'any' })).toEqual(['t1']);
    expect(await found('elephant')).toEqual([]);
  });

  it('removes documents and whole projects; unknown ids are ignored', async () => {
    await add({ t1: { title: 'parcel one' }, t2: { title: 'parcel two' }, t3: { title: 'parcel three' } });
    await suite.index().remove(projectId, ['t1', 'unknown']);
    expect((await found('parcel')).sort()).toEqual(['t2', 't3']);
    await suite.index().removeProject(projectId);
    expect(await found('parcel')).toEqual([]);
  });

  it('indexes any language', async () => {
    await add({
      de: { title: 'Größe der Straße' },
      ru: { title: 'Возврат денег' },
      el: { title: 'Επιστροφή χρημάτων' },
      ar: { title: 'استرداد المبلغ' },
      ko: { title: '환불 요청' },
    });
    expect(await found('grosse')).toEqual(['de']);
    expect(await found('возврат')).toEqual(['ru']);
    expect(await found('επιστροφη')).toEqual(['el']);
    expect(await found('استرداد')).toEqual(['ar']);
    expect(await found('환불')).toEqual(['ko']);
  });

  it('stores texts that no engine likes: NUL, half an emoji, endless words, 2 million characters', async () => {
    await add({
      odd: { title: 'zero\0byte half\ud83d emoji', comments: 'x'.repeat(5_000) },
      huge: {
        title: 'giant',
        comments: Array.from({ length: 250_000 }, (_, n) => `w${n.toString(36)}`).join(' '),
      },
    });
    expect(await found('zero emoji')).toEqual(['odd']);
    expect(await found('giant')).toEqual(['huge']);
  });

  it('rebuilds to exactly what the source yields', async () => {
    const rebuilt = engine.open(testDefinition());
    const other = newId();
    await rebuilt.upsert([
      { id: 'stale', projectId, title: 'parcel stale' },
      { id: 'kept', projectId, title: 'parcel old' },
      { id: 'gone', projectId: other, title: 'parcel gone' },
    ]);
    const source = async function* (): AsyncIterable<SearchDocument[]> {
      yield [{ id: 'kept', projectId, title: 'parcel new', status: 'OPEN' }];
      expect(
        (await rebuilt.search({ projectId, query: 'parcel', limit: 5, match: 'all' })).hits.length,
      ).toBeGreaterThan(0);
      yield [{ id: 'added', projectId, title: 'parcel added' }];
    };
    await rebuilt.rebuild(source());
    const after = async (query: string, project = projectId, filter = {}): Promise<string[]> =>
      (await rebuilt.search({ projectId: project, query, limit: 5, match: 'all', filter })).hits
        .map(({ id }) => id)
        .sort();
    expect(await after('parcel')).toEqual(['added', 'kept']);
    expect(await after('old')).toEqual([]);
    expect(await after('new', projectId, { status: 'OPEN' })).toEqual(['kept']);
    expect(await after('parcel', other)).toEqual([]);
  });

  it('says whether it is empty and that it is healthy', async () => {
    const fresh = engine.open(testDefinition());
    expect(await fresh.prepare()).toEqual({ isEmpty: true });
    await fresh.upsert([{ id: 't1', projectId, title: 'parcel' }]);
    expect(await fresh.prepare()).toEqual({ isEmpty: false });
    await expect(fresh.health()).resolves.toBeUndefined();
  });

  it('rejects with "unavailable" while the engine is away', async () => {
    const away = engine.openAway(testDefinition());
    const attempts = [
      away.search({ projectId, query: 'parcel', limit: 5, match: 'all' }),
      away.upsert([{ id: 't1', projectId, title: 'parcel' }]),
      away.remove(projectId, ['t1']),
      away.prepare(),
      away.health(),
    ];
    for (const attempt of await Promise.allSettled(attempts)) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
      expect((attempt as PromiseRejectedResult).reason).toBeInstanceOf(DomainError);
    }
  });
};
