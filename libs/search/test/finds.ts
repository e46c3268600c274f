import { newId } from '@parley/persistence';
import type { SearchQuery } from '../src/index';
import { type Engine, setUp } from './suite';

/** What both adapters find, and how they rank, filter and show it. */
export const itFinds = (engine: Engine): void => {
  const suite = setUp(engine);
  const { add, search, found } = suite;

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

  it('ends a word at every sign', async () => {
    const signs = [
      '<b>zeppelin</b>',
      'a=zeppelin',
      'x|zeppelin|y',
      '~zeppelin~',
      '€zeppelin',
      '(zeppelin)',
      'zeppelin™',
      'a→zeppelin',
    ];
    await add(Object.fromEntries(signs.map((title, n) => [`t${n}`, { title: `The ${title} landed` }])));
    expect(await found('zeppelin landed')).toHaveLength(signs.length);
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

  it('forgives no typo in the beginning of a longer word, the last one of the query included', async () => {
    await add({ t1: { title: 'w079190' }, t2: { title: 'w007918' }, t3: { title: 'w0079191' } });
    expect((await found('w007919')).sort()).toEqual(['t2', 't3']);
    expect(await found('w007919 w0079191', { match: 'any' })).not.toContain('t1');
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

  it('puts documents with every word first with "allFirst", then as many with some as there is room for', async () => {
    await add({
      both: { title: 'Greetings', comments: 'how to reset it when the password is broken' },
      first: { title: 'Password password' },
      second: { title: 'Reset' },
      none: { title: 'Greetings' },
    });
    const { hits } = await search('password reset', { match: 'allFirst' });
    expect(hits[0]?.id).toBe('both');
    expect(
      hits
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['first', 'second']);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(await found('password reset', { match: 'allFirst', limit: 1 })).toEqual(['both']);
    expect(await found('password reset', { match: 'allFirst', limit: 2 })).toHaveLength(2);
    expect(await found('reset', { match: 'allFirst' })).toEqual(await found('reset'));
    expect(await found('password unheardof', { match: 'allFirst' })).toHaveLength(2);
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
    const short = (await search('needle', { snippetCharacters: 40 })).hits[0]?.highlight['comments'] ?? '';
    expect(short).toContain('<em>needle</em>');
    expect(
      short
        .replaceAll(/<\/?em>|…/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>').length,
    ).toBeLessThan(41);
    expect(snippet).toMatch(/^….*…$/s);
  });

  it('makes no snippets of no characters, and finds the same', async () => {
    await add({ a: { title: 'Needle' }, b: { title: 'B', comments: 'A needle it is' } });
    const { hits, estimatedTotal } = await search('needle');
    expect(await search('needle', { snippetCharacters: 0 })).toEqual({
      hits: hits.map(({ id, score }) => ({ id, score, highlight: {} })),
      estimatedTotal,
    });
  });

  it('never answers documents of another project, whatever the ids', async () => {
    const other = newId();
    await add({ same: { title: 'secret plan' } });
    await suite.index().upsert([{ id: 'same', projectId: other, title: 'secret deal' }]);
    expect((await search('secret')).hits.map(({ highlight }) => highlight['title'])).toEqual([
      '<em>secret</em> plan',
    ]);
    expect(await found('deal')).toEqual([]);
    await suite.index().remove(other, ['same']);
    expect(await found('secret')).toEqual(['same']);
    expect(await found('secret', { projectId: newId() })).toEqual([]);
  });

  it('refuses a project id that could leave its tenant', async () => {
    for (const bad of ['', 'a_b', 'x" OR project = "y', "x' OR '1'='1"]) {
      await expect(search('secret', { projectId: bad })).rejects.toMatchObject({ kind: 'invalid' });
      await expect(suite.index().upsert([{ id: 't1', projectId: bad, title: 'x' }])).rejects.toMatchObject({
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

  it('weighs rare words more than those that are everywhere: a natural question finds its document', async () => {
    await add({
      refund: { title: 'Refunds', comments: 'A refund takes 14 days' },
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [
          `other${n}`,
          { title: `How does a long day ${n} work`, comments: 'This is how long it does take a day' },
        ]),
      ),
    });
    expect((await found('how long does a refund take', { match: 'any' }))[0]).toBe('refund');
  });

  it.each([
    ['zh', '如何申请退款以及查看订单', '退款', '密码'],
    ['ja', '商品の返品方法と送料について', '返品', '在庫'],
    ['ko', '환불은 영업일 기준으로 처리됩니다', '환불', '배송'],
    ['th', 'วิธีการขอคืนเงินสำหรับคำสั่งซื้อ', 'คืนเงิน', 'รหัสผ่าน'],
  ])('splits %s into words and finds them', async (language, text, word, other) => {
    await add({
      told: { title: text, language },
      beside: { title: other, language },
      latin: { title: 'Refunds', language: 'en' },
    });
    const filter = { language };
    expect(await found(word, { filter })).toEqual(['told']);
    expect(await found(`${word} ${word}x`, { filter, match: 'any' })).toEqual(['told']);
    const [hit] = (await search(word, { filter })).hits;
    expect(hit?.highlight['title']).toContain('<em>');
  });

  it('tells languages apart by the filter', async () => {
    await add({
      en: { title: 'Gift', comments: 'a present', language: 'en' },
      de: { title: 'Gift', comments: 'eine Substanz', language: 'de' },
    });
    expect(await found('gift', { filter: { language: ['de-at', 'de'] } })).toEqual(['de']);
  });

  it('takes operators of search engines for plain text', async () => {
    await add({ t1: { title: 'back to work' } });
    for (const query of ['-back work', '"work back"', 'back & !work', 'back | work:*', "wo'rk back work"]) {
      expect(await found(query, { match: 'any' })).toEqual(['t1']);
    }
  });
};
