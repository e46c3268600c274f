import { DomainError } from '@parley/errors';
import { newId } from '@parley/persistence';
import {
  defineIndex,
  type IndexDefinition,
  type SearchDocument,
  type SearchIndex,
  type SearchQuery,
} from '../src/index';

/** A definition with an index name of its own. */
export const testDefinition = (): IndexDefinition =>
  defineIndex({
    name: `tickets_${newId()}`,
    searchable: ['title', 'comments'],
    filterable: ['status', 'archived', 'tags', 'priority'],
  });

/** What both adapters promise. `open` answers an index over an engine that is there, `openAway` over one that is not. */
export const itConforms = (engine: {
  open(definition: IndexDefinition): SearchIndex;
  openAway(definition: IndexDefinition): SearchIndex;
}): void => {
  const definition = testDefinition();
  let index: SearchIndex;
  let projectId: string;

  beforeAll(async () => {
    index = engine.open(definition);
    await index.prepare();
  });
  beforeEach(() => {
    projectId = newId();
  });

  const add = (documents: Record<string, Partial<SearchDocument>>): Promise<void> =>
    index.upsert(Object.entries(documents).map(([id, fields]) => ({ ...fields, id, projectId })));
  const search = (query: string, more: Partial<SearchQuery> = {}): ReturnType<SearchIndex['search']> =>
    index.search({ projectId, query, limit: 20, match: 'all', ...more });
  const found = async (query: string, more: Partial<SearchQuery> = {}): Promise<string[]> =>
    (await search(query, more)).hits.map(({ id }) => id);

  it('finds a word in every searchable field, case and accents aside', async () => {
    await add({
      t1: { title: 'Café Refund' },
      t2: { comments: 'please REFUND my order at the cafe' },
      t3: { title: 'Login' },
    });
    expect((await found('refund')).sort()).toEqual(['t1', 't2']);
    expect((await found('CAFÉ')).sort()).toEqual(['t1', 't2']);
    expect(await found('nothing')).toEqual([]);
  });

  it.each([
    ['a wrong letter', 'recaipt'],
    ['a missing letter', 'recipt'],
    ['an extra letter', 'receippt'],
    ['two swapped letters', 'reciept'],
    ['a wrong first letter', 'teceipt'],
    ['a missing first letter', 'eceipt'],
  ])('forgives %s in a word of 7 letters', async (_what, query) => {
    await add({ t1: { title: 'Where is my receipt now' }, t2: { title: 'Something else' } });
    expect(await found(`${query} my`)).toEqual(['t1']);
  });

  it.each([
    ['wrong', 'ordxr'],
    ['swapped', 'odrer'],
    ['missing', 'orders', 'order'],
    ['extra', 'order', 'ordder'],
    ['missing in the query', 'oder', 'oder'],
  ])('forgives a letter that is %s in a word of 5 letters', async (_what, query, word = 'order') => {
    await add({ t1: { title: `My ${word} came` } });
    expect(await found(`${query} came`)).toEqual(['t1']);
  });

  it('forgives no typo in words of 4 letters, no two typos, and none in numbers', async () => {
    await add({ t1: { title: 'card 123456 receipt' } });
    expect(await found('cord receipt')).toEqual([]);
    expect(await found('rexeitp card')).toEqual([]);
    expect(await found('123457 card')).toEqual([]);
    expect(await found('123456 card')).toEqual(['t1']);
  });

  it('matches the last word as a prefix and earlier words whole', async () => {
    await add({ t1: { title: 'Invoice settings' } });
    expect(await found('invoice se')).toEqual(['t1']);
    expect(await found('inv settings')).toEqual([]);
  });

  it('demands every word with "all" and one with "any"', async () => {
    await add({
      both: { title: 'Password reset', comments: 'broken' },
      first: { title: 'Password manager' },
      second: { title: 'Factory reset' },
      none: { title: 'Greetings' },
    });
    expect(await found('password reset')).toEqual(['both']);
    const any = await search('password reset', { match: 'any' });
    expect(any.hits.map(({ id }) => id).sort()).toEqual(['both', 'first', 'second']);
    expect(any.hits[0]?.id).toBe('both');
    expect(await found('password unheardof', { match: 'any' })).toHaveLength(2);
  });

  it('finds all words across different fields', async () => {
    await add({ t1: { title: 'Password', comments: 'the reset link is dead' }, t2: { title: 'Password' } });
    expect(await found('password link')).toEqual(['t1']);
  });

  it('ranks the title above comments and the right spelling above a typo', async () => {
    await add({
      comment: { title: 'Question', comments: 'I want to ask about shipping for my last parcel' },
      title: { title: 'Shipping', comments: 'I want to ask about my last parcel' },
      typo: { title: 'Question', comments: 'I want to ask about shiping for my last parcel' },
    });
    const { hits } = await search('shipping');
    expect(hits.map(({ id }) => id)).toEqual(['title', 'comment', 'typo']);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
  });

  it('highlights matches, also of typos and prefixes, and escapes everything else', async () => {
    await add({ t1: { title: 'A <b>refund</b> & more', comments: 'No refnd yet, "refunds" are slow' } });
    const [hit] = (await search('refund')).hits;
    expect(hit?.highlight).toEqual({
      title: 'A &lt;b&gt;<em>refund</em>&lt;/b&gt; &amp; more',
      comments: 'No <em>refnd</em> yet, &quot;<em>refunds</em>&quot; are slow',
    });
  });

  it('cuts a long text to the part that matches', async () => {
    const filler = 'word '.repeat(500);
    await add({ t1: { title: 'Long', comments: `${filler}needle <i> ${filler}` } });
    const snippet = (await search('needle')).hits[0]?.highlight['comments'] ?? '';
    expect(snippet).toContain('<em>needle</em> &lt;i&gt;');
    expect(snippet.length).toBeLessThan(400);
    expect(snippet).toMatch(/^….*…$/s);
  });

  it('never answers documents of another project, whatever the ids', async () => {
    const other = newId();
    await add({ same: { title: 'secret plan' } });
    await index.upsert([{ id: 'same', projectId: other, title: 'secret deal' }]);
    expect((await search('secret')).hits.map(({ highlight }) => highlight['title'])).toEqual([
      '<em>secret</em> plan',
    ]);
    expect(await found('deal')).toEqual([]);
    await index.remove(other, ['same']);
    expect(await found('secret')).toEqual(['same']);
    expect(await found('secret', { projectId: newId() })).toEqual([]);
  });

  it('refuses a project id that could leave its tenant', async () => {
    for (const bad of ['', 'a_b', 'x" OR project = "y', "x' OR '1'='1"]) {
      await expect(search('secret', { projectId: bad })).rejects.toMatchObject({ kind: 'invalid' });
      await expect(index.upsert([{ id: 't1', projectId: bad, title: 'x' }])).rejects.toMatchObject({
        kind: 'invalid',
      });
    }
  });

  it('filters by text, truth, number and lists; by one value, several and none of them', async () => {
    await add({
      a: { title: 'parcel', status: 'OPEN', archived: false, tags: ['vip', 'eu'], priority: 1 },
      b: { title: 'parcel', status: 'DONE', archived: true, tags: ['eu'], priority: 2 },
      c: { title: 'parcel', status: 'SNOOZED', archived: false, tags: [], priority: 3 },
      d: { title: 'parcel' },
    });
    const ids = async (filter: SearchQuery['filter']): Promise<string> =>
      (await found('parcel', { filter })).sort().join('');
    expect(await ids({ status: 'OPEN' })).toBe('a');
    expect(await ids({ archived: false })).toBe('ac');
    expect(await ids({ priority: 2 })).toBe('b');
    expect(await ids({ tags: 'eu' })).toBe('ab');
    expect(await ids({ tags: ['vip', 'us'] })).toBe('a');
    expect(await ids({ status: ['OPEN', 'DONE'], archived: true })).toBe('b');
    expect(await ids({ status: { not: ['OPEN', 'DONE'] } })).toBe('cd');
    expect(await ids({ archived: { not: true } })).toBe('acd');
    expect(await ids({ status: undefined })).toBe('abcd');
  });

  it('takes filter values with quotes and backslashes literally', async () => {
    const odd = 'a\\" OR status = "b';
    await add({ a: { title: 'parcel', status: odd }, b: { title: 'parcel', status: 'b' } });
    expect(await found('parcel', { filter: { status: odd } })).toEqual(['a']);
    expect(await found('parcel', { filter: { status: '\\' } })).toEqual([]);
  });

  it('refuses a filter on an attribute that is not declared', async () => {
    await expect(search('x', { filter: { title: 'x' } })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('answers at most limit hits and counts all', async () => {
    await add(
      Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`t${n}`, { title: `parcel number ${n}` }])),
    );
    const { hits, estimatedTotal } = await search('parcel', { limit: 7 });
    expect(hits).toHaveLength(7);
    expect(estimatedTotal).toBe(30);
    await expect(search('parcel', { limit: 0 })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(search('parcel', { limit: 1_001 })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('answers nothing to a query without words', async () => {
    await add({ t1: { title: 'parcel' } });
    for (const query of ['', '   ', '"-!', '\0'])
      expect(await search(query)).toEqual({ hits: [], estimatedTotal: 0 });
  });

  it('takes operators of search engines for plain text', async () => {
    await add({ t1: { title: 'back to work' } });
    for (const query of ['-back work', '"work back"', 'back & !work', 'back | work:*', "wo'rk back work"]) {
      expect(await found(query, { match: 'any' })).toEqual(['t1']);
    }
  });

  it('replaces a document and forgets its former words', async () => {
    await add({ t1: { title: 'elephant', status: 'OPEN' } });
    await add({ t1: { title: 'giraffe' } });
    expect(await found('elephant')).toEqual([]);
    expect(await found('giraffe')).toEqual(['t1']);
    expect(await found('giraffe', { filter: { status: 'OPEN' } })).toEqual([]);
  });

  it('takes the last of two documents with one id in a batch', async () => {
    await index.upsert([
      { id: 't1', projectId, title: 'elephant' },
      { id: 't1', projectId, title: 'giraffe' },
    ]);
    expect(await found('elephant giraffe', { match: 'any' })).toEqual(['t1']);
    expect(await found('elephant')).toEqual([]);
  });

  it('removes documents and whole projects; unknown ids are ignored', async () => {
    await add({ t1: { title: 'parcel one' }, t2: { title: 'parcel two' }, t3: { title: 'parcel three' } });
    await index.remove(projectId, ['t1', 'unknown']);
    expect((await found('parcel')).sort()).toEqual(['t2', 't3']);
    await index.removeProject(projectId);
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
