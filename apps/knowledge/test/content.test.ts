import { startKnowledge, type TestKnowledge, type TestProject } from './support/knowledge';

const MEGABYTE = 1_048_576;

describe('pushed content', () => {
  let service: TestKnowledge;
  let its: TestProject;
  beforeAll(async () => {
    service = await startKnowledge();
    its = service.project();
  });
  afterAll(() => service.stop());

  const get = async (contentId: string) =>
    (await service.content.getContent({ contentId }, its.as('agent'))).content;
  const update = async (contentId: string, content: object, nulls: string[] = []) =>
    (await service.content.updateContent({ contentId, content: content as never, nulls }, its.as('user')))
      .content;

  it('takes the id as contentId when none is sent', async () => {
    const entry = await its.push();
    expect(entry.contentId).toBe(entry.id);
    expect(entry).toMatchObject({
      _id: entry.id,
      origin: 'api',
      format: 'text',
      isInternal: false,
      tags: [],
    });
  });

  it('is indexed by itself, and says so', async () => {
    const { contentId } = await its.push();
    await its.settled();
    expect(await get(contentId)).toMatchObject({
      status: 'indexed',
      chunks: 1,
      indexedAt: expect.any(String),
    });
  });

  it('is replaced whole by the same contentId; id and createdAt stay', async () => {
    const first = await its.push({ contentId: 'a/b c', tags: ['x'], lang: 'en' });
    const second = await its.push({ contentId: 'a/b c', title: 'Other' });
    expect(second).toMatchObject({ id: first.id, createdAt: first.createdAt, title: 'Other', tags: [] });
    expect(second.lang).toBeUndefined();
  });

  it('is one entry when 50 come at once with one contentId', async () => {
    const entries = await Promise.all(
      Array.from({ length: 50 }, (_, n) => its.push({ contentId: 'at-once', title: `Title ${n}` })),
    );
    expect(new Set(entries.map(({ id }) => id)).size).toBe(1);
  });

  it('takes 40 updates at once, of which none undoes another', async () => {
    await its.push({ contentId: 'busy', title: 'Busy' });
    const changes = Array.from({ length: 40 }, (_, n) => (n % 2 ? { lang: 'de' } : { batchId: 'b' }));
    await Promise.all(changes.map((change) => update('busy', change)));
    expect(await get('busy')).toMatchObject({ title: 'Busy', lang: 'de', batchId: 'b' });
  });

  it('may have the same contentId in another project', async () => {
    const other = service.project();
    await its.push({ contentId: 'shared', title: 'Mine' });
    await other.push({ contentId: 'shared', title: 'Theirs' });
    expect((await get('shared'))?.title).toBe('Mine');
    await expect(
      service.content.deleteContent({ contentId: 'at-once' }, other.as('user')),
    ).rejects.toMatchObject({ kind: 'notFound', reason: 'CONTENT_NOT_FOUND' });
  });

  it('keeps omitted fields in an update, clears by null, and creates what is unknown', async () => {
    await its.push({ contentId: 'put', tags: ['x'], lang: 'en', batchId: 'b' });
    expect(await update('put', { title: 'New' }, ['lang', 'tags'])).toMatchObject({
      title: 'New',
      batchId: 'b',
      tags: [],
    });
    expect((await get('put'))?.lang).toBeUndefined();
    await expect(update('put', { title: 'Newer', tags: [1] })).rejects.toMatchObject({
      fields: [{ field: 'tags.0' }],
    });
    expect(await get('put')).toMatchObject({ title: 'New', tags: [] });
    await expect(update('put', {}, ['title'])).rejects.toMatchObject({ fields: [{ field: 'title' }] });
    await expect(update('unknown', { title: 'A' })).rejects.toMatchObject({
      fields: [expect.objectContaining({ field: 'type' }), expect.objectContaining({ field: 'content' })],
    });
    expect(await update('unknown', { title: 'A', content: 'B', type: 'news' })).toMatchObject({
      contentId: 'unknown',
    });
  });

  it('is 404 when it is deleted again', async () => {
    const { contentId } = await its.push();
    const remove = () => service.content.deleteContent({ contentId }, its.as('user'));
    expect(await remove()).toEqual({ success: true });
    await expect(remove()).rejects.toMatchObject({ reason: 'CONTENT_NOT_FOUND' });
    await expect(get(contentId)).rejects.toMatchObject({ reason: 'CONTENT_NOT_FOUND' });
  });

  it('goes by its batch, and by every other batch; what has none stays', async () => {
    const other = service.project();
    for (const [contentId, batchId, type] of [
      ['old-1', 'old', 'faq'],
      ['old-2', 'old', 'news'],
      ['now-1', 'now', 'faq'],
      ['none', undefined, 'faq'],
    ] as const)
      await other.push({ contentId, type, ...(batchId && { batchId }) });
    await other.settled();
    const context = other.as('user');
    const left = async () =>
      (await service.content.listContent({ sort: 'contentId' }, context)).data.map(
        ({ contentId }) => contentId,
      );
    expect(
      await service.content.deleteOldContentBatches({ currentBatchId: 'now', type: 'news' }, context),
    ).toEqual({ success: true, deleted: 1 });
    expect(await left()).toEqual(['none', 'now-1', 'old-1']);
    expect(await service.content.deleteOldContentBatches({ currentBatchId: 'now' }, context)).toEqual({
      success: true,
      deleted: 1,
    });
    expect(await service.content.deleteContentBatch({ batchId: 'now' }, context)).toEqual({
      success: true,
      deleted: 1,
    });
    expect(await left()).toEqual(['none']);
    expect(await other.found('refunds')).toEqual(['none']);
  });

  it('is listed newest first without its content, by field, tag and title', async () => {
    const other = service.project();
    await other.push({ contentId: 'one', tags: ['a'], batchId: 'night' });
    await other.push({ contentId: 'two', type: 'news', title: 'Refunds 100% sure' });
    const list = (request: object) => service.content.listContent(request, other.as('agent'));
    const ids = async (request: object) => (await list(request)).data.map(({ contentId }) => contentId);
    expect(await ids({})).toEqual(['two', 'one']);
    expect((await list({})).data[0]?.content).toBeUndefined();
    expect(await ids({ filter: [{ field: 'type', operator: 'eq', values: ['news'] }] })).toEqual(['two']);
    expect(await ids({ filter: [{ field: 'tags', operator: 'eq', values: ['a'] }] })).toEqual(['one']);
    expect(await ids({ filter: [{ field: 'batchId', operator: 'eq', values: ['night'] }] })).toEqual(['one']);
    expect(await ids({ filter: [{ field: 'status', operator: 'eq', values: ['failed'] }] })).toEqual([]);
    expect(await ids({ filter: [{ field: 'origin', operator: 'eq', values: ['faq_suggestion'] }] })).toEqual(
      [],
    );
    expect(await ids({ searchTerm: '100%' })).toEqual(['two']);
    expect(await ids({ limit: 1, skip: 1 })).toEqual(['one']);
    expect((await list({ limit: 1, withCount: true })).totalCount).toBe(2);
  });

  it.each([
    ['contentId', { contentId: 'batch' }],
    ['contentId', { contentId: 'oldbatches' }],
    ['contentId', { contentId: '..' }],
    ['contentId', { contentId: 'x'.repeat(256) }],
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(501) }],
    ['content', { content: ' \n' }],
    ['content', { content: '<script>alert(1)</script>', format: 'html' }],
    ['content', { content: { type: 'doc', content: [] } }],
    ['content', { content: 5 }],
    ['lang', { lang: 'no language' }],
    ['tags', { tags: Array.from({ length: 101 }, (_, n) => `t${n}`) }],
    ['tags.0', { tags: ['x'.repeat(65)] }],
    ['batchId', { batchId: 'x'.repeat(256) }],
    ['readMoreUrl', { readMoreUrl: 'javascript:alert(1)' }],
    ['readMoreUrl', { readMoreUrl: `https://example.com/${'x'.repeat(2_048)}` }],
    ['readMoreLabel', { readMoreLabel: 'x'.repeat(121) }],
  ])('is refused for a wrong %s (%#)', async (field, changes) => {
    await expect(its.push(changes as never)).rejects.toMatchObject({
      kind: 'invalid',
      fields: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });

  it('may have 1,048,576 bytes and no more', async () => {
    await expect(its.push({ content: 'ü'.repeat(MEGABYTE / 2) as never })).resolves.toBeDefined();
    await expect(its.push({ content: `${'ü'.repeat(MEGABYTE / 2)}x` as never })).rejects.toMatchObject({
      kind: 'tooLarge',
    });
  });

  it('is sanitised when it is HTML, and read without scripts, styles, navigation, forms and comments', async () => {
    const other = service.project();
    const entry = await other.push({
      contentId: 'html',
      format: 'html',
      content:
        `<h1>Returns</h1><nav>Menu zebra</nav><script>zebra()</script><style>zebra{}</style><!-- zebra -->
        <form>zebra <input value="zebra"></form><p onclick="zebra()">Send the parcel back.</p>` as never,
    });
    expect(JSON.stringify(entry.content)).not.toMatch(/script|onclick|zebra/);
    await other.settled();
    expect(await other.search('parcel back')).toEqual([
      expect.objectContaining({ content: 'Returns\nSend the parcel back.' }),
    ]);
    expect(await other.found('zebra')).toEqual([]);
  });

  it('may be a rich-text document, which is found by its text', async () => {
    const other = service.project();
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
    const heading = { ...paragraph('Clavinets'), type: 'heading', attrs: { level: 2 } };
    const content = { type: 'doc', content: [heading, paragraph('Clavinets have strings.')] };
    expect((await other.push({ contentId: 'rich', content: content as never })).content).toEqual(content);
    await other.settled();
    expect(await other.search('clavinets')).toEqual([
      expect.objectContaining({ sourceId: 'rich', content: 'Clavinets\nClavinets have strings.' }),
    ]);
  });

  it('is read as spoken text when it is a transcript, and leads to the second where a passage begins', async () => {
    const other = service.project();
    const cue = (minute: number, text: string) =>
      `${minute}\n00:0${minute}:05.000 --> 00:0${minute}:09.000\n<v Ada>${text}</v>\n`;
    const filler = 'and so on and so forth '.repeat(30);
    await other.push({
      contentId: 'video',
      type: 'video',
      readMoreUrl: 'https://example.com/watch?v=1#top',
      content:
        `WEBVTT\n\n${cue(1, `Welcome ${filler}`)}\n${cue(2, 'Unscrew the carburettor first.')}` as never,
    });
    await other.push({
      contentId: 'srt',
      type: 'video',
      format: 'srt',
      content: '1\n00:00:01,000 --> 00:00:02,000\nPolish the <i>gramophone</i>.\n' as never,
    });
    await other.settled();
    expect(await other.search('carburettor')).toEqual([
      expect.objectContaining({
        sourceId: 'video',
        content: 'Unscrew the carburettor first.',
        url: 'https://example.com/watch?v=1#t=125',
      }),
    ]);
    expect(await other.search('gramophone')).toEqual([
      expect.objectContaining({ sourceId: 'srt', content: 'Polish the gramophone.' }),
    ]);
  });
});
